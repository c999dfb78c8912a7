import { expect } from 'vitest';
import { openFirestore } from '../connection.ts';
import { fuzzRound } from '../fuzz/fuzz.ts';
import type { Probe, Probes } from '../probe.ts';

const queriesPerRound = 80;

/**
 * Some rounds of random documents and queries; needs the indexes of `writeAllIndexes`.
 *
 * @param firstSeed the seed of the first round; the next ones count on from it.
 */
function rounds(firstSeed: number, count: number): Probe {
  return async ({ emulator }) => {
    const connection = openFirestore(emulator.host, { useBigInt: true });
    try {
      let returned = 0;
      for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
        emulator.clear();
        returned += await fuzzRound(connection.db, seed, queriesPerRound);
      }
      expect(returned).toBeGreaterThan(count * queriesPerRound);
    } finally {
      await connection.close();
    }
  };
}

/** Set FIRESTORE_FUZZ_SEED to try other cases, or to repeat a failure that named its seed. */
export const firstSeed = Number(process.env['FIRESTORE_FUZZ_SEED'] ?? 1);
const blocks = 5;
const roundsPerBlock = 10;

/** Random queries return what the reference returns. */
export const randomQueries: Probes = Object.fromEntries(
  Array.from({ length: blocks }, (_, block) => {
    const seed = firstSeed + block * roundsPerBlock;
    const size = `${String(roundsPerBlock)} rounds of ${String(queriesPerRound)} queries`;
    return [`${size} from seed ${String(seed)}`, rounds(seed, roundsPerBlock)];
  }),
);
