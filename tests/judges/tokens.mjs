// Counts tools/list and the instructions in o200k tokens; --json prints the numbers alone.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { check, finish, freshStore, need, program } from './support.mjs';

const child = spawn(program, ['--store', freshStore()], { stdio: ['pipe', 'pipe', 'ignore'] });
const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const ask = async (message) => {
  child.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
  return JSON.parse((await replies.next()).value).result;
};
const hello = await ask({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } } });
const { tools } = await ask({ id: 2, method: 'tools/list' });
child.stdin.end();

const count = (value) => encode(typeof value === 'string' ? value : JSON.stringify(value)).length;
const shown = count(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));
const numbers = { tools: tools.length, shown, with_instructions: shown + count(hello.instructions ?? ''), whole: count(tools) };
if (process.argv.includes('--json')) {
  console.log(JSON.stringify(numbers));
} else {
  console.log(`  ${numbers.tools} tools: shown ${numbers.shown}, with instructions ${numbers.with_instructions}, whole list ${numbers.whole} o200k tokens`);
  await check('what a host shows', () => need(shown <= 2500, shown, 'tokens, at most 2,500'));
  await check('with instructions', () => need(numbers.with_instructions <= 3000, numbers.with_instructions, 'tokens, at most 3,000'));
  await check('the whole list', () => need(numbers.whole <= 4500, numbers.whole, 'tokens, at most 4,500'));
  finish('size of tools/list');
}
