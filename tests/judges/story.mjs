// One story that each official client tells through its own methods. `kit` hides the two ways in which clients of
// different age watch a resource: watch(uri, seen) calls seen() for each notice and gives a function that stops it.
import { check, need, other, soon } from './support.mjs';

const conversation = 'judge';
const uri = `map://${conversation}`;
const textOf = (result) => result.content.map((part) => part.text ?? '').join('\n');

export async function tell(client, store, kit) {
  const call = (name, args = {}, options) => kit.call({ name, arguments: { conversation, ...args } }, options);
  await lists(client);
  await calls(call);
  await errors(client, call, kit);
  await resources(client);
  await prompts(client);
  await completion(client);
  if (kit.watch) await notices(call, store, kit); // legacy clients hear nothing over HTTP: there are no sessions
  await longCalls(client, call);
}

async function lists(client) {
  await check('instructions are short and there', () => {
    const text = client.getInstructions() ?? '';
    need(text.length > 200 && Buffer.byteLength(text) < 2048, 'instructions of', Buffer.byteLength(text), 'bytes');
  });
  await check('tools are listed twice alike, with titles, annotations and object schemas', async () => {
    const [first, second] = [await client.listTools(), await client.listTools()];
    need(JSON.stringify(first.tools) === JSON.stringify(second.tools), 'two lists differ');
    const names = first.tools.map((tool) => tool.name);
    for (const name of ['focus', 'update', 'review', 'tidy', 'history', 'export', 'import', 'list'])
      need(names.includes(`map_${name}`), 'no tool map_' + name, names);
    for (const tool of first.tools) {
      need(tool.title || tool.annotations?.title, tool.name, 'has no title');
      need(typeof tool.annotations?.readOnlyHint === 'boolean', tool.name, 'says not whether it only reads');
      need(tool.outputSchema?.type === 'object' && tool.inputSchema.type === 'object', tool.name, 'has no object schemas');
      need(Buffer.byteLength(tool.description) < 600, tool.name, 'is described in too many bytes');
    }
  });
  await check('prompts and templates are listed', async () => {
    const prompts = (await client.listPrompts()).prompts.map((prompt) => prompt.name);
    need(prompts.includes('conversation_map') && prompts.includes('review_map'), prompts);
    const templates = (await client.listResourceTemplates()).resourceTemplates.map((t) => t.uriTemplate);
    need(templates.includes('map://{conversation}') && templates.includes('map://{conversation}/focus'), templates);
  });
}

async function calls(call) {
  await check('an update by changes answers with the delta', async () => {
    const result = await call('map_update', { changes: [
      { type: 'goal', text: 'Move the order service' }, { type: 'task', text: 'Compare replication tools' },
      { from: 'G1', edge: 'depends_on', to: 'T1' }] });
    need(!result.isError, textOf(result));
    need(result.structuredContent.delta.includes('- Added node: [T1] Task: Compare replication tools'), result.structuredContent.delta);
    need(textOf(result).includes('Added edge: [G1] --depends_on--> [T1]'), textOf(result));
  });
  await check('an update by delta lines lands the same way', async () => {
    const result = await call('map_update', { delta: '+ [Q1] Question: Which slot? - impact: decides the night\n+ [T1] --depends_on--> [Q1]' });
    need(!result.isError && result.structuredContent.delta.includes('[Q1] Question: Which slot?'), textOf(result));
  });
  await check('every reading tool answers in both forms', async () => {
    for (const [name, args, words] of [
      ['map_review', {}, 'Compare replication tools'], ['map_focus', { request: 'Which slot?' }, '[Q1]'],
      ['map_tidy', {}, ''], ['map_history', {}, ''], ['map_list', {}, conversation]]) {
      const result = name === 'map_list' ? await call(name, { conversation: undefined }) : await call(name, args);
      need(!result.isError && result.structuredContent, name, textOf(result));
      need(textOf(result).includes(words), name, 'says', textOf(result));
    }
  });
  for (const format of ['markdown', 'json', 'mermaid', 'dot', 'graphml', 'jsoncanvas'])
    await check(`export as ${format}`, async () => {
      const result = await call('map_export', { format });
      need(!result.isError && textOf(result).includes('Compare replication tools'), textOf(result).slice(0, 200));
    });
}

async function errors(client, call, kit) {
  await check('a refused update is a tool error with text only', async () => {
    const result = await call('map_update', { changes: [{ from: 'T1', edge: 'blocks', to: 'T99' }] });
    need(result.isError && textOf(result).includes('T99') && !result.structuredContent, result);
  });
  const fails = async (code, what, run) => check(what, async () => {
    const error = await run().then(() => undefined, (e) => e);
    need(error, 'it was answered');
    need([].concat(code).includes(error.code), 'code', error.code, String(error.message));
  });
  await fails(-32602, 'an unknown tool is -32602', () => kit.call({ name: 'map_nothing', arguments: {} }));
  await fails(-32602, 'an unknown prompt is -32602', () => client.getPrompt({ name: 'nothing', arguments: {} }));
  await fails([-32602, -32002], 'an unknown resource has the code of its era', () => client.readResource({ uri: 'nothing://x' }));
  await fails(-32602, 'a bad cursor is -32602', () => client.listResources({ cursor: 'no such cursor' }));
}

async function resources(client) {
  await check('the map and its focus can be read', async () => {
    const whole = (await client.readResource({ uri })).contents[0];
    need(whole.uri === uri && whole.text.includes('- [T1] Task: Compare replication tools'), whole);
    const focus = (await client.readResource({ uri: `${uri}/focus` })).contents[0];
    need(focus.text.includes('[G1] Goal: Move the order service'), focus);
  });
  await check('the map stands in the list', async () => {
    const uris = (await client.listResources()).resources.map((resource) => resource.uri);
    need(uris.includes(uri), uris);
  });
}

async function prompts(client) {
  for (const name of ['conversation_map', 'review_map'])
    await check(`prompt ${name}`, async () => {
      const row = (await client.listPrompts()).prompts.find((prompt) => prompt.name === name);
      const wanted = Object.fromEntries((row.arguments ?? []).map((a) => [a.name, a.name === 'conversation' ? conversation : 'Which slot?']));
      const { messages } = await client.getPrompt({ name, arguments: wanted });
      need(messages.length && messages[0].content.type === 'text' && messages[0].content.text.length > 100, messages);
    });
}

async function completion(client) {
  await check('conversation names are completed', async () => {
    const { completion: got } = await client.complete({
      ref: { type: 'ref/resource', uri: 'map://{conversation}' }, argument: { name: 'conversation', value: 'ju' } });
    need(got.values.includes(conversation), got);
  });
  await check('conversation names are completed for a prompt', async () => {
    const { completion: got } = await client.complete({
      ref: { type: 'ref/prompt', name: 'review_map' }, argument: { name: 'conversation', value: '' } });
    need(got.values.includes(conversation) && got.values.length <= 100, got);
  });
}

async function notices(call, store, kit) {
  await check('a change is told to who watches, also one of another process, and not after the end', async () => {
    let seen = 0;
    const stop = await kit.watch(uri, () => { seen += 1; });
    await call('map_update', { changes: [{ type: 'context', text: 'Told at home' }] });
    await soon(() => seen > 0, 2000, 'own change');
    await new Promise((r) => setTimeout(r, 500));
    const before = seen;
    await other(store, 'map_update', { conversation, changes: [{ type: 'context', text: 'Told from abroad' }] });
    await soon(() => seen > before, 3000, 'change of another process');
    await stop();
    await new Promise((r) => setTimeout(r, 300));
    const after = seen;
    await call('map_update', { changes: [{ type: 'context', text: 'Told to nobody' }] });
    await new Promise((r) => setTimeout(r, 600));
    need(seen === after, 'a notice after the end');
  });
}

/// The text form of a map with `count` tasks in a chain.
const chain = (count) => '## Nodes\n' + Array.from({ length: count }, (_, i) => `- [T${i + 1}] Task: step ${i + 1} of a long way\n`).join('')
  + '\n## Relationships\n' + Array.from({ length: count - 1 }, (_, i) => `- [T${i + 1}] --next--> [T${i + 2}]\n`).join('');

async function longCalls(client, call) {
  await check('a long call that is cancelled stops, and the server goes on', async () => {
    const stop = new AbortController();
    const long = call('map_import', { conversation: 'long', mode: 'new', text: chain(20_000) }, { signal: stop.signal });
    setTimeout(() => stop.abort('enough'), 5);
    await long.then(() => undefined, () => undefined);
    need(!(await call('map_review')).isError, 'no answer after a cancelled call');
  });
  await check('progress grows while a long call works', async () => {
    const steps = [];
    const result = await call('map_import', { conversation: 'long 2', mode: 'new', text: chain(5_000) },
      { onprogress: (p) => steps.push(p.progress), timeout: 60_000 });
    need(!result.isError, textOf(result).slice(0, 200));
    need(steps.every((s, i) => !i || s > steps[i - 1]), 'progress went', steps);
  });
  await check('pages of a long map fit together', async () => {
    const ids = new Set();
    let cursor, pages = 0;
    do {
      const page = (await call('map_review', { conversation: 'long 2', view: 'complete', ...(cursor ? { cursor } : {}) })).structuredContent;
      for (const [, id] of page.text.matchAll(/^- \[(T\d+)\] Task/gm)) {
        need(!ids.has(id), id, 'stands on two pages');
        ids.add(id);
      }
      cursor = page.next_cursor;
      pages += 1;
    } while (cursor);
    need(ids.size === 5_000 && pages > 1, ids.size, 'nodes on', pages, 'pages');
  });
}
