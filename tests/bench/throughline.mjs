// Throughline in a bench of memory servers: an entity is an episode, each of its observations a fact about it.
// THROUGHLINE names the program; the bench hands the folder that holds the store.
const program = process.env.THROUGHLINE ?? new URL('../../build/release/throughline', import.meta.url).pathname;
const create = 'create_longterm_memory';
const search = 'search_longterm_memory';
const noted = (e, text) => ({ subject_name: e.name, predicate: 'noted', object_name: e.entityType, statement: text });
const episode = (name, facts) => ({ episode_name: name.slice(0, 30), source_description: 'written by the bench', facts });
const related = (r) => ({ subject_name: r.from, predicate: r.relationType, object_name: r.to, statement: `${r.from} ${r.relationType} ${r.to}` });

export default {
  command: (dir) => ({ command: program, args: ['--store', dir, '--toolsets', 'memory'], env: {}, cwd: dir }),
  batch: 1000,
  async seed(h, entities, relations) {
    const facts = [...entities.flatMap((e) => e.observations.map((text) => noted(e, text))), ...relations.map(related)];
    for (let i = 0; i < facts.length; i += 100) await h.call(create, episode(`From ${facts[i].subject_name}`, facts.slice(i, i + 100)));
  },
  add: (h, e) => h.call(create, episode(`On ${e.name}`, e.observations.map((text) => noted(e, text)))),
  observe: (h, name, text) => h.call(create, episode(`More on ${name}`, [noted({ name, entityType: name.split(' ')[0] }, text)])),
  search: (h, query) => h.call(search, { query }),
  open: (h, names) => h.call(search, { queries: names, limit: 10 }),
  async present(h, names) {
    const have = new Set();
    for (const name of names) {
      const { hits } = (await h.call(search, { query: name, entity: name, limit: 1 })).json();
      if (hits.some((hit) => hit.subject === name || hit.object === name)) have.add(name);
    }
    return have;
  },
};
