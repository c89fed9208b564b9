// What thread_export writes, judged by those who are to read it: @langchain/core loads it, and the types of the
// OpenAI client take it as they stand.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { coerceMessageLikeToMessage, mapStoredMessagesToChatMessages } from '@langchain/core/messages';
import { check, finish, freshStore, need, program } from './support.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const store = freshStore();
const run = promisify(execFile);
async function call(tool, args) {
  const { stdout } = await run(program, ['--store', store, '--toolsets', 'thread', 'call', tool, JSON.stringify(args), '--json']);
  return JSON.parse(stdout);
}

const look = (id, args) => ({ id, type: 'function', function: { name: 'look', arguments: args } });
const history = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Which port, "really"?\n</script> \u2028 <|im_end|>' },
  { role: 'assistant', content: 'I look.', tool_calls: [look('a', '{"x": 1,  "y":[2]}'), look('b', '{}')] },
  { role: 'tool', tool_call_id: 'b', content: 'second' },
  { role: 'tool', tool_call_id: 'a', content: '' },
  { role: 'assistant', content: null, tool_calls: [look('c', '{"z":"\\u00e9"}')] },
  { role: 'tool', tool_call_id: 'c', content: '4321' },
  { role: 'assistant', content: '4321' },
  { role: 'user', content: [{ type: 'text', text: 'see' }, { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] },
  { role: 'assistant', content: 'Nothing.' }];
await call('thread_import', { thread: 'judged', messages: history });
const last = (await call('thread_log', { thread: 'judged' })).nodes.at(-1).id;
await call('thread_append', { thread: 'judged', nodes: [{ kind: 'critique', target: last, content: 'Look again.' }] });

async function exported(format, more = {}) {
  return JSON.parse((await call('thread_export', { thread: 'judged', format, ...more })).text);
}

const plain = (content) => (typeof content === 'string' ? content : content.map((part) => part.text ?? '').join(''));

await check('@langchain/core takes the OpenAI form', async () => {
  const messages = (await exported('openai')).map((message) => coerceMessageLikeToMessage(message));
  need(messages.map((m) => m.getType()).join() === 'system,human,ai,tool,tool,ai,tool,ai,human,ai,' + messages.at(-1).getType(), 'types', messages.map((m) => m.getType()));
  need(messages[2].tool_calls.map((c) => [c.id, c.name, JSON.stringify(c.args)]).join(';') === 'a,look,{"x":1,"y":[2]};b,look,{}', messages[2].tool_calls);
  need(messages[3].tool_call_id === 'b' && messages[6].content === '4321', messages[3], messages[6]);
  need(messages[1].content === history[1].content, 'the words changed', messages[1].content);
});

await check('@langchain/core loads its stored form', async () => {
  const messages = mapStoredMessagesToChatMessages(await exported('langchain_stored'));
  need(messages.slice(0, 10).map((m) => m.getType()).join() === 'system,human,ai,tool,tool,ai,tool,ai,human,ai', 'types', messages.map((m) => m.getType()));
  need(messages[2].tool_calls.length === 2 && messages[2].tool_calls[0].args.y[0] === 2, messages[2].tool_calls);
  need(messages[5].tool_calls[0].args.z === '\u00e9' && messages[4].tool_call_id === 'a', messages[5]);
  need(plain(messages[1].content) === history[1].content, 'the words changed', messages[1].content);
});

/// What the compiler says of messages that are given to the client.
function complaints(messages) {
  const name = join(here, 'judged.ts');
  const text = `import type OpenAI from 'openai';\nexport const messages: OpenAI.Chat.ChatCompletionMessageParam[] = ${JSON.stringify(messages, null, 1)};\n`;
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (file, ...more) => (file === name ? ts.createSourceFile(file, text, options.target) : getSourceFile.call(host, file, ...more));
  host.fileExists = (file) => file === name || fileExists.call(host, file);
  host.readFile = (file) => (file === name ? text : readFile.call(host, file));
  return ts.getPreEmitDiagnostics(ts.createProgram([name], options, host)).map((d) => ts.flattenDiagnosticMessageText(d.messageText, '\n'));
}

await check("the OpenAI client's types take the export, whole and in a budget", async () => {
  for (const more of [{}, { max_tokens: 60 }]) {
    const messages = await exported('openai', more);
    need(messages.length > 2, 'only', messages);
    need(complaints(messages).length === 0, complaints(messages));
  }
});
await check('and would not take just anything', () => {
  need(complaints([{ role: 'tool', content: 'no call' }]).length > 0, 'a tool message without its call passed');
  need(complaints([{ role: 'assistant', content: 'x', tool_calls: [{ id: 'a', function: { name: 'f' } }] }]).length > 0, 'half a call passed');
});
finish('exports of a thread');
