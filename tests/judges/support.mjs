// What every judge needs: the program, a store of its own, checks that count.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
export const program = resolve(process.env.THROUGHLINE ?? join(here, '../../build/release/throughline'));

export function freshStore() {
  const store = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : '/tmp', 'throughline-'));
  process.on('exit', () => rmSync(store, { recursive: true, force: true }));
  return store;
}

/// Starts throughline-http on the store; its address.
export async function serveHttp(store) {
  const server = spawn(`${program}-http`, ['--store', store, '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  process.on('exit', () => server.kill('SIGKILL'));
  let said = '';
  server.stderr.on('data', (data) => { said += data; });
  await soon(() => /listening on \S+/.test(said), 5000, 'throughline-http');
  server.stderr.unref?.();
  server.unref();
  return said.match(/listening on (\S+)/)[1];
}

/// Another process on the same store: `throughline call TOOL ARGUMENTS`, its stdout.
export async function other(store, tool, args) {
  const run = promisify(execFile);
  return (await run(program, ['--store', store, 'call', tool, JSON.stringify(args), '--json'])).stdout;
}

export function need(condition, ...what) {
  if (!condition) throw new Error(what.map((w) => (typeof w === 'string' ? w : JSON.stringify(w))).join(' ').slice(0, 500));
}

/// Waits until condition() holds, at most `ms`.
export async function soon(condition, ms, what) {
  for (const end = Date.now() + ms; Date.now() < end; await new Promise((r) => setTimeout(r, 10))) if (condition()) return;
  throw new Error(`${what}: not within ${ms} ms`);
}

let passed = 0;
let failed = 0;

/// One named check; a failure is told and counted, the next check still runs.
export async function check(name, run) {
  try {
    await run();
    passed += 1;
  } catch (error) {
    failed += 1;
    console.log(`  FAILED ${name}: ${error.message ?? error}`);
  }
}

export function finish(judge) {
  console.log(`${judge}: ${passed} passed, ${failed} failed`);
  process.exitCode = failed || !passed ? 1 : 0;
}
