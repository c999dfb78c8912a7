import { expect, test } from 'vitest';
import { Locks, type LockOwner, type LockRequest } from './locks.ts';
import { Code } from '../status.ts';

const forever = new AbortController().signal;
const exclusive = (key: string): LockRequest => ({ key, shared: false });
const shared = (key: string): LockRequest => ({ key, shared: true });
const owner = (seniority: number, onVictim = (): void => undefined): LockOwner => ({
  seniority,
  onVictim,
});
const aborted = { code: Code.ABORTED };

/** Requests locks and records the name when they are granted. */
function asker(locks: Locks, granted: string[]) {
  return async (name: string, who: LockOwner, ...requests: LockRequest[]): Promise<void> => {
    await locks.acquire(who, requests, forever);
    granted.push(name);
  };
}

test('a lock is granted in the order of the requests', async () => {
  const locks = new Locks();
  const granted: string[] = [];
  const ask = asker(locks, granted);
  const owners = [owner(1), owner(2), owner(3)];
  const calls = owners.map((who, i) => ask(String(i), who, exclusive('k')));
  for (const [i, who] of owners.entries()) {
    await calls[i];
    expect(granted).toHaveLength(i + 1);
    locks.release(who);
  }
  expect(granted).toEqual(['0', '1', '2']);
});

test('owners that share a lock wait only for one that does not share it', async () => {
  const locks = new Locks();
  const granted: string[] = [];
  const ask = asker(locks, granted);
  const [a, b, c, d] = [owner(1), owner(2), owner(3), owner(4)];
  await ask('a', a, shared('k'));
  await ask('b', b, shared('k'));
  const third = ask('c', c, exclusive('k'));
  const fourth = ask('d', d, shared('k'));
  locks.release(a);
  locks.release(b);
  await third;
  expect(granted).toEqual(['a', 'b', 'c']);
  locks.release(c);
  await fourth;
  expect(granted).toEqual(['a', 'b', 'c', 'd']);
});

test('in a deadlock the owner with the highest number is the victim and the other one continues', async () => {
  const locks = new Locks();
  const victims: string[] = [];
  const old = owner(1, () => victims.push('old'));
  const young = owner(2, () => victims.push('young'));
  await locks.acquire(old, [exclusive('a')], forever);
  await locks.acquire(young, [exclusive('b')], forever);
  const waiting = expect(locks.acquire(young, [exclusive('a')], forever)).rejects.toMatchObject(
    aborted,
  );
  await locks.acquire(old, [exclusive('b')], forever);
  await waiting;
  expect(victims).toEqual(['young']);
  expect(locks.holds(old, 'b')).toBe(true);
});

test('a deadlock of three is resolved', async () => {
  const locks = new Locks();
  const owners = [owner(1), owner(2), owner(3)];
  for (const [i, who] of owners.entries()) await locks.acquire(who, [exclusive(`k${i}`)], forever);
  const finished = owners.map(async (who, i) => {
    try {
      await locks.acquire(who, [exclusive(`k${(i + 1) % 3}`)], forever);
      return 'granted';
    } catch {
      return 'aborted';
    } finally {
      locks.release(who);
    }
  });
  expect(await Promise.all(finished)).toEqual(['granted', 'granted', 'aborted']);
});

test('a canceled request leaves the queue', async () => {
  const locks = new Locks();
  const [holder, gone, next] = [owner(1), owner(2), owner(3)];
  await locks.acquire(holder, [shared('k')], forever);
  const controller = new AbortController();
  const cancelled = expect(
    locks.acquire(gone, [exclusive('k')], controller.signal),
  ).rejects.toMatchObject({ code: Code.CANCELLED });
  const granted = locks.acquire(next, [shared('k')], forever);
  controller.abort();
  await cancelled;
  await granted;
  expect(locks.holds(gone, 'k')).toBe(false);
});

test('no request waits forever', async () => {
  const locks = new Locks(1);
  await locks.acquire(owner(1), [exclusive('k')], forever);
  await expect(locks.acquire(owner(2), [exclusive('k')], forever)).rejects.toMatchObject(aborted);
});

test('an owner that released its locks gets no more', async () => {
  const locks = new Locks();
  const who = owner(1);
  locks.release(who);
  await expect(locks.acquire(who, [exclusive('k')], forever)).rejects.toMatchObject(aborted);
});
