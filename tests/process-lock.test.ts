import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Takes the lock a few times and is killed while holding it. The holder writes its process id to a file:
// before that, the file must be empty or name a dead process, and afterwards it must stay unchanged.
const CONTENDER = `
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
const [, lock, holder, violations] = process.argv;
const { acquireLock } = await import(${JSON.stringify(new URL('../local/process-lock.mjs', import.meta.url).href)});
const isAlive = (pid) => { try { return process.kill(pid, 0); } catch { return false; } };
process.send('ready');
await new Promise((resolve) => process.once('message', resolve));
for (let turn = 1; ; turn += 1) {
  const release = await acquireLock(lock, () => undefined);
  const before = Number(readFileSync(holder, 'utf8'));
  // The system frees the port of a killed process a little before it removes the process.
  const dead = performance.now() + 5_000;
  while (before !== 0 && isAlive(before) && performance.now() < dead);
  if (before !== 0 && isAlive(before)) appendFileSync(violations, process.pid + ' met ' + before + ' ');
  writeFileSync(holder, String(process.pid));
  const end = performance.now() + 1;
  while (performance.now() < end);
  if (Number(readFileSync(holder, 'utf8')) !== process.pid) appendFileSync(violations, process.pid + ' was joined ');
  if (turn === 3) process.kill(process.pid, 'SIGKILL');
  writeFileSync(holder, '');
  release();
}`;

test('only one process at a time holds the lock, even though each of them dies while holding it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  const lock = join(folder, 'lock');
  const holder = join(folder, 'holder');
  const violations = join(folder, 'violations');
  for (const file of [holder, violations]) writeFileSync(file, '');
  const contenders = Array.from({ length: 10 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', CONTENDER, lock, holder, violations], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  await Promise.all(contenders.map((contender) => once(contender, 'message')));
  const ends = contenders.map((contender) => once(contender, 'exit'));
  for (const contender of contenders) contender.send('go');
  for (const [, signal] of await Promise.all(ends)) expect(signal).toBe('SIGKILL');
  expect(readFileSync(violations, 'utf8')).toBe('');
  rmSync(folder, { recursive: true });
});
