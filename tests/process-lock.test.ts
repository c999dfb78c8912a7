import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Takes the lock a few times and is killed while holding it. The holder writes its process id to a file:
// before that, the file must be empty or name a process that was killed, and afterwards it must stay unchanged.
const CONTENDER = `
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
const [, lock, holder, killed, violations] = process.argv;
const { acquireLock } = await import(${JSON.stringify(new URL('../local/process-lock.mjs', import.meta.url).href)});
process.send('ready');
await new Promise((resolve) => process.once('message', resolve));
for (let turn = 1; ; turn += 1) {
  const release = await acquireLock(lock, () => undefined);
  const before = readFileSync(holder, 'utf8');
  if (before !== '' && !readFileSync(killed, 'utf8').split(' ').includes(before)) {
    appendFileSync(violations, process.pid + ' met ' + before + ' ');
  }
  writeFileSync(holder, String(process.pid));
  for (let look = 0; look < 100; look += 1) {
    const now = readFileSync(holder, 'utf8');
    if (now !== String(process.pid)) appendFileSync(violations, process.pid + ' was joined by ' + now + ' ');
  }
  if (turn === 3) {
    appendFileSync(killed, process.pid + ' ');
    process.kill(process.pid, 'SIGKILL');
  }
  writeFileSync(holder, '');
  release();
}`;

test('only one process at a time holds the lock, even though each of them dies while holding it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  const lock = join(folder, 'lock');
  const holder = join(folder, 'holder');
  const violations = join(folder, 'violations');
  const killed = join(folder, 'killed');
  for (const file of [holder, killed, violations]) writeFileSync(file, '');
  const contenders = Array.from({ length: 10 }, () =>
    spawn(
      process.execPath,
      ['--input-type=module', '-e', CONTENDER, lock, holder, killed, violations],
      {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    ),
  );
  await Promise.all(contenders.map((contender) => once(contender, 'message')));
  const ends = contenders.map((contender) => once(contender, 'exit'));
  for (const contender of contenders) contender.send('go');
  for (const [, signal] of await Promise.all(ends)) expect(signal).toBe('SIGKILL');
  expect(readFileSync(violations, 'utf8')).toBe('');
  rmSync(folder, { recursive: true });
});
