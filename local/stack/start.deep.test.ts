import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { startFirestoreEmulator } from 'firestore-emulator';
import { expect, test } from 'vitest';
import { npmStart } from '../../tests/support/local/npm-start.ts';
import { root } from './firebase-json.ts';

test('npm start fills an empty Firestore that FIRESTORE_EMULATOR_HOST names, and leaves it running', async () => {
  const firestore = await startFirestoreEmulator({
    indexesFile: join(root, 'firestore.indexes.json'),
  });
  const environment = { FIRESTORE_EMULATOR_HOST: firestore.host };
  const offset = 100 * randomInt(160, 200);
  for (const filled of [true, false]) {
    firestore.resetRecords();
    await using site = npmStart([], offset, environment);
    expect(await site.running()).toContain(`  Data     the Firestore at ${firestore.host}, and `);
    expect(firestore.totals().writes > 600).toBe(filled);
    expect((await fetch(`${site.origin}/api/v1/jokes/1`)).status).toBe(200);
    site.stop();
    expect(await site.ended()).toEqual({ code: 0, errors: '' });
  }
  expect(firestore.totals().reads).toBeGreaterThan(0);
  await firestore.stop();
});
