// Token counts of the program with a rank file, judged by gpt-tokenizer: its own published samples, the sources and texts
// at hand, and generated texts in many scripts. U+FEFF stays out: gpt-tokenizer loses it while it merges bytes.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { check, finish, freshStore, need, program } from './support.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const data = join(here, 'node_modules/gpt-tokenizer/data');
const encodings = { o200k, cl100k };

/// How many tokens the program counts in each text: all are nodes of one thread, and its explanation has the numbers.
function counted(encoding, texts) {
  const lines = [];
  for (let i = 0, bytes = 0, start = 0; i < texts.length; i += 1) {
    bytes += texts[i].length;
    if (i + 1 < texts.length && i + 1 - start < 400 && bytes < 1_500_000) continue;
    const nodes = texts.slice(start, i + 1).map((content) => ({ kind: 'prompt', content, nonce: String(i) }));
    const thread = `t${start}`;
    lines.push({ tool: 'thread_append', arguments: { thread, nodes } });
    lines.push({ tool: 'thread_assemble', arguments: { thread, max_tokens: 100_000_000, explain: 'ids' } });
    [bytes, start] = [0, i + 1];
  }
  const input = lines.map((line) => JSON.stringify(line)).join('\n');
  const ranks = join(data, `${encoding}_base.tiktoken`);
  const out = execFileSync(program, ['--store', freshStore(), '--token-ranks', ranks, 'script', '-'], { input, maxBuffer: 1 << 30 });
  const numbers = [];
  for (const line of out.toString().trim().split('\n').filter((_, i) => i % 2 === 1)) {
    const reply = JSON.parse(line);
    need(reply.counter === encoding, 'counter', reply.counter);
    const own = reply.explain.map((one) => one.tokens);
    need(reply.tokens === own.reduce((a, b) => a + b, 0) + 4 * own.length + 3, 'the sum', reply.tokens);
    numbers.push(...own);
  }
  need(numbers.length === texts.length, numbers.length, 'counts of', texts.length);
  return numbers;
}

const true_count = (encoding, text) => encodings[encoding].encode(text, { disallowedSpecial: new Set() }).length;

function judge(encoding, texts, wanted = texts.map((text) => true_count(encoding, text))) {
  const got = counted(encoding, texts);
  const wrong = got.map((n, i) => [i, n]).filter(([i, n]) => n !== wanted[i]);
  need(wrong.length === 0, wrong.length, 'of', texts.length, 'differ:',
    wrong.slice(0, 3).map(([i, n]) => `${n} for ${wanted[i]} in ${JSON.stringify(texts[i].slice(0, 60))}`).join('; '));
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);
}

/// Files below a folder that are text of up to 200 KB.
function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !['node_modules', 'build', '.git'].includes(entry.name)) yield* files(path);
    if (!entry.isFile() || !/^\.(md|txt|[ch]pp|py|mjs|sh|json|jsonl|cmake|tsv|feature)$/.test(extname(path))) continue;
    const bytes = readFileSync(path);
    const text = bytes.toString();
    if (bytes.length < 200_000 && Buffer.from(text).equals(bytes) && !text.includes('\uFEFF')) yield text;
  }
}

let seed = 7;
const below = (n) => (seed = (seed * 48271) % 2147483647) % n;
const one_of = (list) => list[below(list.length)];
const in_range = (from, to) => String.fromCodePoint(from + below(to - from + 1));

/// What texts are made of: letters of each case, marks, digits of all sorts, blanks of all sorts, signs.
const scripts = {
  zh: [[0x4E00, 0x9FA5], [0x3001, 0x3002], [0xFF01, 0xFF0F]], ja: [[0x3041, 0x3096], [0x30A1, 0x30FA], [0x4E00, 0x5200]],
  ko: [[0xAC00, 0xD7A3], [0x1100, 0x1112]], ru: [[0x410, 0x44F], [0x400, 0x45F]], ar: [[0x621, 0x64A], [0x64B, 0x652], [0x660, 0x669]],
  hi: [[0x904, 0x939], [0x93C, 0x94D], [0x966, 0x96F]], th: [[0xE01, 0xE3A], [0xE40, 0xE4E], [0xE50, 0xE59]], he: [[0x5D0, 0x5EA], [0x5B0, 0x5BD]],
  el: [[0x391, 0x3A1], [0x3B1, 0x3C9]], latin: [[0xC0, 0x24F], [0x41, 0x5A], [0x61, 0x7A]], emoji: [[0x1F300, 0x1F5FF], [0x1F600, 0x1F64F], [0x1F1E6, 0x1F1FF]],
  marks: [[0x300, 0x36F], [0x61, 0x7A]], numbers: [[0x30, 0x39], [0x2160, 0x2188], [0x2460, 0x249B], [0xB2, 0xB3]],
};
const atoms = ["'s", "'S", "'t", "'RE", "'ve", "'LL", "'d", "'M", "'x", '’s', ' ', '  ', '\n', '\r\n', '\n\n', '\t', ' \n', '\u00A0', '\u2003', '\u3000', '\u2028',
  '\u0085', '\v', '\f', 'hello', 'World', 'HTTPServer', 'camelCase', 'ABC', 'don', 'I', 'é', 'e\u0301', '\u0301', '\u0300\u0301', 'ǅ', 'ʰ', 'ª', 'ß', 'ſ', '中', 'あ', '한', 'ж', 'Ж', 'ع',
  'क\u094D', 'ก\u0E31', '1', '22', '4567890', '٣', 'Ⅷ', '½', '.', '...', '--', '/', '//', '/\n', '#', '_', '=>', '"', '`', '()', '{\n', '};\n', '<|endoftext|>', '<|im_start|>', '🌍',
  '👩\u200D💻', '❤\uFE0F', '🇪🇸', '\u200B', '\u0000', '\u007F', '\uFFFD', 'https://example.org/a?b=c', '3fa85f64-5717-4562-b3fc-2c963f66afa6', '0xDEADBEEF'];

function generated() {
  const out = [];
  for (const ranges of Object.values(scripts))
    for (let n = 0; n < 40; n += 1) {
      let text = '';
      for (let k = below(80); k >= 0; k -= 1) text += below(6) ? in_range(...one_of(ranges)) : one_of([' ', ', ', '. ', '\n', '-']);
      out.push(text);
    }
  for (let n = 0; n < 3000; n += 1) out.push(Array.from({ length: 1 + below(30) }, () => one_of(atoms)).join(''));
  for (const unit of ['a', 'A', 'é', ' ', '\n', '\r\n', '\t', '=', '-', '0', 'ab', 'ha', '中', '你好', '\u0301', '🌍', ' \n', '"', '\\', 'á'])
    for (const times of [2, 3, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300, 1000, 2047]) {
      out.push(unit.repeat(times), `x ${unit.repeat(times)} y`);
      if (times < 300) out.push(`${unit.repeat(times)}\n${unit.repeat(times)}x`);
    }
  return out;
}

for (const encoding of Object.keys(encodings)) {
  await check(`${encoding}: the published samples`, () => {
    const plans = readFileSync(join(data, 'TestPlans.txt'), 'utf8');
    const samples = [...plans.matchAll(/EncodingName: (\S+)\nSample: ([^]*?)\nEncoded: (\[.*\])/g)].filter(([, name]) => name === `${encoding}_base`);
    need(samples.length >= 50, samples.length, 'samples');
    judge(encoding, samples.map(([, , text]) => text), samples.map(([, , , tokens]) => JSON.parse(tokens).length));
    console.log(`  ${encoding}: ${samples.length} published samples`);
  });
  await check(`${encoding}: sources and texts`, () => {
    const texts = [...files(root)];
    const shared = join(root, '../shared');
    if (existsSync(shared)) texts.push(...files(shared));
    console.log(`  ${encoding}: ${texts.length} files, ${judge(encoding, texts)} bytes`);
  });
  await check(`${encoding}: generated texts`, () => {
    const texts = generated();
    console.log(`  ${encoding}: ${texts.length} generated texts, ${judge(encoding, texts)} bytes`);
  });
}
finish('token counts');
