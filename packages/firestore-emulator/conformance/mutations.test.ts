import { expect, test } from 'vitest';
import type { FirestoreEmulatorOptions } from '../src/index.ts';
import { MUTATIONS, startMutatedFirestoreEmulator, type Mutation } from './planted-bugs.ts';
import { openFirestore } from './connection.ts';
import { play, type Probes, type Stage } from './probe.ts';
import { suiteIndexesFile } from './suite-indexes.ts';
import { themes, transactionThemes } from './themes.ts';

const all = { ...themes, ...transactionThemes };

interface Proof {
  /** The themes that each have to notice the bug; on the emulator without bugs all of them pass. */
  readonly noticedBy: readonly (keyof typeof all)[];
  readonly transactions?: 'optimistic';
}

const proofs: Readonly<Record<Mutation, Proof>> = {
  'strings compared by UTF-16': { noticedBy: ['valueOrder'] },
  'NaN sorted last': { noticedBy: ['valueOrder'] },
  '-0 below 0': { noticedBy: ['valueOrder'] },
  'integers compared as doubles': { noticedBy: ['valueOrder'] },
  'missing field matched by !=': { noticedBy: ['filters', 'ordering'] },
  'in matches null': { noticedBy: ['filters'] },
  '!= matches null': { noticedBy: ['filters'] },
  'ranges cross types': { noticedBy: ['filters', 'valueOrder'] },
  'NaN matches <': { noticedBy: ['filters', 'valueOrder'] },
  'startAfter treated as startAt': { noticedBy: ['cursors'] },
  'endBefore treated as endAt': { noticedBy: ['cursors', 'valueOrder'] },
  'limit before offset': { noticedBy: ['paging'] },
  'name always ordered ascending': { noticedBy: ['ordering', 'cursors'] },
  'missing composite index tolerated': { noticedBy: ['indexes', 'billing'] },
  'an index required where single fields merge': { noticedBy: ['indexes'] },
  'offset not billed': { noticedBy: ['billing'] },
  'empty query billed nothing': { noticedBy: ['billing'] },
  'aggregation billed by document': { noticedBy: ['billing'] },
  'increment wraps instead of saturating': { noticedBy: ['transforms'] },
  'array union treats 1 and 1.0 as different': { noticedBy: ['transforms'] },
  'no-op write moves update_time': { noticedBy: ['writes'] },
  'update with a mask replaces the document': { noticedBy: ['writes', 'reads'] },
  'update_time precondition not checked': { noticedBy: ['preconditions'] },
  'create overwrites': { noticedBy: ['preconditions', 'reads', 'bulkWrites'] },
  'reads not validated at commit': { noticedBy: ['transactions'], transactions: 'optimistic' },
  'phantoms not validated at commit': { noticedBy: ['transactions'] },
  'read-only transaction reads the latest data': { noticedBy: ['readOnlyTransactions'] },
  'read time ahead of later commits': { noticedBy: ['readOnlyTransactions'] },
};

async function firstBroken(probes: Probes, stage: Stage): Promise<string | null> {
  for (const [promise, probe] of Object.entries(probes)) {
    try {
      await play(probe, stage);
    } catch {
      return promise;
    }
  }
  return null;
}

test('every planted bug has its proof', () => {
  expect(Object.keys(proofs).sort()).toStrictEqual([...MUTATIONS].sort());
});

for (const mutation of MUTATIONS) {
  const { noticedBy, transactions } = proofs[mutation];
  test(`"${mutation}" is noticed by ${noticedBy.join(', ')}`, async () => {
    const options: FirestoreEmulatorOptions = {
      port: 0,
      indexesFile: suiteIndexesFile,
      ...(transactions ? { transactions } : {}),
    };
    const emulator = await startMutatedFirestoreEmulator(options, mutation);
    try {
      await using connection = openFirestore(emulator.host);
      for (const theme of noticedBy) {
        const stage = { db: connection.db, emulator };
        expect(await firstBroken(all[theme], stage), theme).not.toBeNull();
      }
    } finally {
      await emulator.stop();
    }
  });
}
