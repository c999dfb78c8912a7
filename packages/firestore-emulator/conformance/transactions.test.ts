import { describe, expect, test } from 'vitest';
import { play, useStage } from './probe.ts';
import { transactionThemes } from './themes.ts';
import { locks, sharedLocks } from './themes/locks.ts';

const modes = [
  ['locks', 'first-come', { ...transactionThemes, locks }],
  ['optimistic', 'first-come', transactionThemes],
  ['locks', 'production', { ...transactionThemes, sharedLocks }],
] as const;

for (const [mode, contention, themes] of modes) {
  describe(`with ${mode}, ${contention}`, () => {
    const stage = useStage({ transactions: mode, contention });

    for (const [theme, probes] of Object.entries(themes)) {
      describe(theme, () => {
        for (const [promise, probe] of Object.entries(probes)) {
          test(promise, async () => play(probe, stage));
        }
      });
    }

    if (contention === 'production') return;
    test('50 transactions contending for one document all succeed', async () => {
      const document = stage.db.doc('contended/one');
      await document.set({ n: 0 });
      await Promise.all(
        Array.from({ length: 50 }, async () =>
          stage.db.runTransaction(async (transaction) => {
            const snapshot = await transaction.get(document);
            transaction.update(document, { n: snapshot.get('n') + 1 });
          }),
        ),
      );
      expect((await document.get()).get('n')).toBe(50);
    });
  });
}
