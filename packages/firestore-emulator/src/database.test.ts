import { expect, test } from 'vitest';
import { Database } from './database.ts';
import type { Write } from './documents/write.ts';
import { productionEngine } from './engine.ts';

const DATABASE = 'projects/p/databases/d';
const NAME = `${DATABASE}/documents/c/a`;
const { signal } = new AbortController();

const overwrite = (nth: number): Write => ({
  kind: 'set',
  name: NAME,
  fields: new Map([['nth', { type: 'integer', value: BigInt(nth) }]]),
  mask: null,
  transforms: [],
  precondition: null,
});

test('a document that is overwritten 11,000 times has 10,000 old versions that can be read', async () => {
  const database = new Database(productionEngine, 'locks');
  const times: number[] = [];
  for (let nth = 0; nth < 11_000; nth += 1) {
    const { commitTime } = await database.commit(DATABASE, [overwrite(nth)], null, signal);
    times.push(commitTime);
  }
  const readAt = async (nth: number) => {
    const time = times.at(nth) ?? NaN;
    const reading = {
      kind: 'document' as const,
      run: (now: number) => database.store.at(NAME, now)?.fields.get('nth'),
      fingerprint: String,
      names: () => [NAME],
      rangeLocks: [],
    };
    return (await database.read(DATABASE, { kind: 'readTime', time }, reading, signal)).value;
  };
  for (const nth of [-1, -5_000, -10_001]) {
    expect(await readAt(nth)).toEqual({ type: 'integer', value: BigInt(11_000 + nth) });
  }
  for (const nth of [0, -10_002]) await expect(readAt(nth)).rejects.toThrow('too old');
});
