// The official TypeScript client 2.4.0: `node sdk_2.mjs legacy|modern|auto [http]`.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { check, finish, freshStore, need, program, serveHttp } from './support.mjs';
import { tell } from './story.mjs';

const era = process.argv[2] ?? 'modern';
const modern = era !== 'legacy';
const mode = { legacy: 'legacy', modern: { pin: '2026-07-28' }, auto: 'auto' }[era];
const http = process.argv[3] === 'http';
const store = freshStore();
const client = new Client({ name: 'judge', version: '1' }, { capabilities: {}, versionNegotiation: { mode } });
await client.connect(http ? new StreamableHTTPClientTransport(new URL(await serveHttp(store)))
  : new StdioClientTransport({ command: program, args: ['--store', store], stderr: 'ignore' }));
await check(`the era is ${modern ? 'modern' : 'legacy'}`, () =>
  need(client.getProtocolEra() === (modern ? 'modern' : 'legacy'), client.getProtocolEra()));
if (modern)
  await check('discover names the version', async () =>
    need((await client.discover()).supportedVersions.includes('2026-07-28'), 'not 2026-07-28'));
else await check('ping', () => client.ping());

await tell(client, store, {
  call: (params, options) => client.callTool(params, options),
  watch: http && !modern ? undefined : async (uri, seen) => {
    client.setNotificationHandler('notifications/resources/updated', (n) => { if (n.params.uri === uri) seen(); });
    if (!modern) {
      await client.subscribeResource({ uri });
      return () => client.unsubscribeResource({ uri });
    }
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    need(subscription.honoredFilter.resourceSubscriptions?.includes(uri), subscription.honoredFilter);
    return () => subscription.close();
  },
});
await client.close();
finish(`client 2.4.0, ${era}${http ? ' over HTTP' : ''}`);
