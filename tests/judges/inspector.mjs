// Inspector 2.12.0 on the command line: strict schemas, calls and reads, in the legacy and the modern era:
// `node inspector.mjs [http]`.
import { execFile } from 'node:child_process';
import { check, finish, freshStore, need, program, serveHttp } from './support.mjs';

const store = freshStore();
const http = process.argv[2] === 'http';
const target = http ? [await serveHttp(store), '--transport', 'http'] : [program, '--store', store];
const bin = new URL('./node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url).pathname;

function inspect(era, ...args) {
  return new Promise((done) => {
    const full = [bin, '--cli', '--protocol-era', era, ...target, ...args];
    execFile(process.execPath, full, { timeout: 60_000 }, (error, stdout, stderr) => done({ code: error?.code ?? 0, stdout, stderr }));
  });
}

for (const era of ['legacy', 'modern']) {
  await check(`${era}: tools/list --strict is clean`, async () => {
    const { code, stdout, stderr } = await inspect(era, '--method', 'tools/list', '--strict');
    need(code === 0 && stdout.includes('map_update'), 'exit', code, stderr, stdout.slice(0, 200));
    need(!/portability|problem|warning/i.test(stderr), 'said', stderr);
  });
  await check(`${era}: a call lands`, async () => {
    const { code, stdout, stderr } = await inspect(era, '--method', 'tools/call', '--tool-name', 'map_update',
      '--tool-args-json', JSON.stringify({ conversation: 'inspected', changes: [{ type: 'goal', text: `Seen in the ${era} era` }] }));
    need(code === 0 && stdout.includes(`Seen in the ${era} era`), 'exit', code, stderr, stdout);
  });
  await check(`${era}: a refused call is exit 5`, async () => {
    const { code } = await inspect(era, '--method', 'tools/call', '--tool-name', 'map_update',
      '--tool-args-json', JSON.stringify({ conversation: 'inspected', changes: [{ op: 'done', id: 'T404' }] }));
    need(code === 5, 'exit', code);
  });
  for (const [method, word, more] of [
    ['resources/templates/list', 'map://{conversation}', []], ['prompts/list', 'conversation_map', []],
    ['resources/list', 'map://inspected', []], ['resources/read', 'Goal: Seen in the', ['--uri', 'map://inspected']],
    ['prompts/get', 'map', ['--prompt-name', 'review_map', '--prompt-args', 'conversation=inspected']]])
    await check(`${era}: ${method}`, async () => {
      const { code, stdout, stderr } = await inspect(era, '--method', method, ...more);
      need(code === 0 && stdout.includes(word), 'exit', code, stderr, stdout.slice(0, 300));
    });
}
finish(`inspector 2.12.0${http ? ' over HTTP' : ''}`);
