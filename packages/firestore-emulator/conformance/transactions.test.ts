import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFirestoreEmulator, type FirestoreEmulator } from '../src/index.ts';
import { openFirestore, type Connection } from './connection.ts';
import { play } from './probe.ts';
import { suiteIndexesFile } from './suite-indexes.ts';
import { transactionThemes } from './themes.ts';
import { locks, sharedLocks } from './themes/locks.ts';
import { transactionRetries } from './themes/transaction-retries.ts';

const modes = [
  ['locks', 'first-come', { ...transactionThemes, locks, transactionRetries }],
  ['optimistic', 'first-come', transactionThemes],
  ['locks', 'production', { ...transactionThemes, sharedLocks }],
] as const;

for (const [mode, contention, themes] of modes) {
  describe(`with ${mode}, ${contention}`, () => {
    let emulator: FirestoreEmulator;
    let connection: Connection;

    beforeAll(async () => {
      emulator = await startFirestoreEmulator({
        port: 0,
        indexesFile: suiteIndexesFile,
        transactions: mode,
        contention,
      });
      connection = openFirestore(emulator.host);
    });

    afterAll(async () => {
      await connection.close();
      await emulator.stop();
    });

    for (const [theme, probes] of Object.entries(themes)) {
      describe(theme, () => {
        for (const [promise, probe] of Object.entries(probes)) {
          test(promise, async () => play(probe, { db: connection.db, emulator }));
        }
      });
    }

    if (contention === 'production') return;
    test('50 transactions contending for one document all succeed', async () => {
      const document = connection.db.doc('contended/one');
      await document.set({ n: 0 });
      await Promise.all(
        Array.from({ length: 50 }, async () =>
          connection.db.runTransaction(async (transaction) => {
            const snapshot = await transaction.get(document);
            transaction.update(document, { n: snapshot.get('n') + 1 });
          }),
        ),
      );
      expect((await document.get()).get('n')).toBe(50);
    });
  });
}
