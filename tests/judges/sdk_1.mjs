// The official TypeScript client 1.32.2, eras up to 2025-11-25: `node sdk_1.mjs [http]`.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { check, finish, freshStore, need, program, serveHttp } from './support.mjs';
import { tell } from './story.mjs';

const http = process.argv[2] === 'http';
const store = freshStore();
const client = new Client({ name: 'judge', version: '1' }, { capabilities: {} });
await client.connect(http ? new StreamableHTTPClientTransport(new URL(await serveHttp(store)))
  : new StdioClientTransport({ command: program, args: ['--store', store], stderr: 'ignore' }));
await check('ping', () => client.ping());
await check('the server names itself', () => need(client.getServerVersion()?.name === 'throughline', client.getServerVersion()));

await tell(client, store, {
  call: (params, options) => client.callTool(params, undefined, options),
  watch: http ? undefined : async (uri, seen) => {
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, (n) => { if (n.params.uri === uri) seen(); });
    await client.subscribeResource({ uri });
    return () => client.unsubscribeResource({ uri });
  },
});
await client.close();
finish(`client 1.32.2${http ? ' over HTTP' : ''}`);
