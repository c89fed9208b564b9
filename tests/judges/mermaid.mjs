// Reads Mermaid views on stdin (a JSON list of {view, nodes, edges}) with the real parser and compares what it saw.
import { readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('');
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import('mermaid');

let bad = 0;
for (const { view, nodes, edges } of JSON.parse(readFileSync(0, 'utf8'))) {
  const say = (what) => { bad += 1; console.log(`  mermaid: ${what}`); };
  try {
    await mermaid.parse(view);
    const diagram = await mermaid.mermaidAPI.getDiagramFromText(view);
    if (diagram.db.getVertices().size !== nodes) say(`${diagram.db.getVertices().size} nodes, expected ${nodes}`);
    if (diagram.db.getEdges().length !== edges) say(`${diagram.db.getEdges().length} edges, expected ${edges}`);
    for (const vertex of diagram.db.getVertices().values()) if (vertex.link || vertex.haveCallback) say(`${vertex.id} became a link`);
  } catch (error) {
    say(`${String(error).slice(0, 300)}\n${view.slice(0, 400)}`);
  }
}
process.exit(bad ? 1 : 0);
