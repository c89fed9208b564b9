// The peer of a ping over HTTP: node's own server reads a request as JSON and answers it, no more.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(parts));
    const reply = JSON.stringify({ jsonrpc: '2.0', id, result: {} });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(reply) });
    response.end(reply);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
