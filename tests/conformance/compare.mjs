// Judges what the product cannot pass: node compare.mjs RESULTS LIST. Every check of the suite that failed must stand in the
// list, as `scenario` or `scenario:check`, and every entry of the list must have failed. As in the suite's own scores, a
// warning is no failure.
import { readdirSync, readFileSync } from 'node:fs';

const [results, file] = process.argv.slice(2);
const entries = [...readFileSync(file, 'utf8').matchAll(/^ +- ([^ \n]+)/gm)].map((match) => match[1]);
const failed = [];
let passed = 0;
for (const folder of readdirSync(results)) {
  const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
  const checks = JSON.parse(readFileSync(`${results}/${folder}/checks.json`, 'utf8'));
  for (const { id, status } of checks) if (status === 'FAILURE') failed.push({ scenario, check: `${scenario}:${id}` });
  passed += checks.some(({ status }) => status === 'SUCCESS') && checks.every(({ status }) => status !== 'FAILURE');
}
const unexpected = failed.filter(({ scenario, check }) => !entries.includes(scenario) && !entries.includes(check));
const stale = entries.filter((entry) => !failed.some(({ scenario, check }) => entry === scenario || entry === check));
for (const { check } of unexpected) console.log(`failed, and not in the list: ${check}`);
for (const entry of stale) console.log(`in the list, but passed: ${entry}`);
console.log(`${passed} passed, ${unexpected.length + stale.length} failed (${entries.length} fixtures not offered)`);
process.exit(unexpected.length + stale.length > 0 || passed === 0 ? 1 : 0);
