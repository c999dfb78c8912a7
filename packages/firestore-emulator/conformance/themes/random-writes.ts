import { expect } from 'vitest';
import { fuzzWrites } from '../fuzz/write-fuzz.ts';
import type { Probes } from '../probe.ts';
import { firstSeed } from './random-queries.ts';

const rounds = 10;
const batchesPerRound = 60;

/** Random writes have the result of the reference. */
export const randomWrites: Probes = {
  async [`${String(rounds)} rounds of ${String(batchesPerRound)} batches from seed ${String(firstSeed)}`]({
    db,
    emulator,
  }) {
    let committed = 0;
    for (let seed = firstSeed; seed < firstSeed + rounds; seed += 1) {
      emulator.clear();
      committed += await fuzzWrites(db, seed, batchesPerRound);
    }
    expect(committed).toBeGreaterThan((rounds * batchesPerRound) / 2);
  },
};
