// Reads exported flowcharts back with Mermaid itself: node labels.mjs DIR.
// Each DIR/*.expected says which nodes, edges and labels must be found.
// Exit 1 at the first difference.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!doctype html><body></body>');
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', htmlLabels: true });

// What Mermaid keeps for an entity between reading and drawing.
const decoded = (text) =>
  text.replace(/\uFB02°°(\d+)¶ß/g, (_, code) => String.fromCodePoint(Number(code)));

function fail(message) {
  console.log(message);
  process.exit(1);
}

function same(found, wanted, where) {
  const a = JSON.stringify(found);
  const b = JSON.stringify(wanted);
  if (a !== b) fail(`${where}: differs\nfound  ${a}\nwanted ${b}`);
}

let labels = 0;
const directory = process.argv[2];
for (const file of readdirSync(directory).filter((name) => name.endsWith('.expected')).sort()) {
  const expected = JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const text = readFileSync(join(directory, file.replace('.expected', '.mermaid')), 'utf8');
  const diagram = await mermaid.mermaidAPI.getDiagramFromText(text);
  if (!diagram.type.startsWith('flowchart')) fail(`${file}: read as ${diagram.type}`);
  const vertices = [...diagram.db.getVertices().values()];
  const seen = new Set();
  for (const vertex of vertices) {
    seen.add(vertex.id);
    if (!(vertex.id in expected.nodes)) fail(`${file}: a node ${vertex.id} that is none`);
    const wanted = expected.nodes[vertex.id].label;
    if (decoded(vertex.text) !== wanted) fail(`${file}: ${vertex.id} reads ${decoded(vertex.text)}, wanted ${wanted}`);
    if (vertex.link || vertex.haveCallback || vertex.linkTarget) fail(`${file}: ${vertex.id} can be clicked`);
    labels += 1;
  }
  same([...seen].sort(), Object.keys(expected.nodes).sort(), file);
  const edges = diagram.db.getEdges().map((edge) => [edge.start, edge.text, edge.end]);
  same(edges.map(String).sort(), expected.edges.map(String).sort(), `${file}: edges`);
}
if (labels === 0) fail('no samples');
console.log(`mermaid: ${labels} labels read back`);
