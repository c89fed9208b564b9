// The official TypeScript client 2.4.0: `node sdk_2.mjs legacy|modern|auto`.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { check, finish, freshStore, need, program } from './support.mjs';
import { tell } from './story.mjs';

const era = process.argv[2] ?? 'modern';
const modern = era !== 'legacy';
const mode = { legacy: 'legacy', modern: { pin: '2026-07-28' }, auto: 'auto' }[era];
const store = freshStore();
const client = new Client({ name: 'judge', version: '1' }, { capabilities: {}, versionNegotiation: { mode } });
await client.connect(new StdioClientTransport({ command: program, args: ['--store', store], stderr: 'ignore' }));
await check(`the era is ${modern ? 'modern' : 'legacy'}`, () =>
  need(client.getProtocolEra() === (modern ? 'modern' : 'legacy'), client.getProtocolEra()));
if (modern)
  await check('discover names the version', async () =>
    need((await client.discover()).supportedVersions.includes('2026-07-28'), 'not 2026-07-28'));
else await check('ping', () => client.ping());

await tell(client, store, {
  call: (params, options) => client.callTool(params, options),
  async watch(uri, seen) {
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
finish(`client 2.4.0, ${era}`);
