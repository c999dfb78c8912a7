import { randomInt } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Context } from '../../functions/src/site.ts';
import { npmStart } from '../../tests/support/local/npm-start.ts';
import { runNode } from '../../tests/support/run-node.ts';
import { openContext } from '../seed/import-jokes.ts';
import { startDataEmulators, stackDataFolder } from './emulators/data-emulators.ts';
import { root } from './firebase-json.ts';
import { configuredPorts } from './ports.ts';

test('npm start fills an empty database, keeps its data, and stops on Ctrl-C', async () => {
  const offset = 100 * randomInt(160, 200);
  const data = stackDataFolder(configuredPorts(String(offset)));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(data, { recursive: true, force: true }));
  // A developer's own emulator is left alone.
  const environment = { FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' };
  for (const args of [[], ['--empty']]) {
    await using site = npmStart(args, offset, environment);
    expect(await site.running()).toContain(`  Site     ${site.origin}\n`);
    expect((await fetch(`${site.origin}/api/v1/jokes/600`)).status).toBe(200);
    site.stop();
    expect(await site.ended()).toEqual({ code: 0, errors: '' });
    await expect(fetch(site.origin)).rejects.toThrow('fetch failed');
  }
});

test('npm start and each command refuse facts in another format, with one sentence, and change nothing', async () => {
  const offset = 100 * randomInt(160, 200);
  const ports = configuredPorts(String(offset));
  const data = stackDataFolder(ports);
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(data, { recursive: true, force: true }));
  const store = async (write?: (db: Context['db']) => Promise<unknown>) => {
    await using stack = new AsyncDisposableStack();
    const { firestore } = await startDataEmulators({ ports, data }, stack);
    const { db } = openContext({ FIRESTORE_EMULATOR_HOST: firestore.host });
    stack.defer(() => db.terminate());
    await write?.(db);
    const collections = await db.listCollections();
    const found = await Promise.all(collections.map((collection) => collection.get()));
    return found.flatMap(({ docs }) =>
      docs.map((one) => [one.ref.path, one.data(), one.updateTime]),
    );
  };
  const before = await store((db) => db.doc('catalog/root').set({ revision: 7, next_joke_id: 2 }));
  const refusal = {
    code: 1,
    errors:
      'The facts are stored in an earlier format, and this version needs format 2; nothing was changed: see "Upgrading" in docs/operating.md.\n',
  };
  for (const args of [[], ['--empty']]) {
    expect(await npmStart(args, offset).ended()).toEqual(refusal);
  }
  const folder = join(data, 'export');
  for (const [name, args] of [
    ['import', [join(root, 'package.json')]],
    ['import', [join(root, 'docs')]],
    ['export', [folder]],
    ['catalog:rebuild', []],
    ['images:sweep', []],
  ] as const) {
    const env = { PATH: process.env['PATH'], PORT_OFFSET: String(offset) };
    const { code, errors } = await runNode(['scripts/site.ts', name, ...args], { env });
    expect({ code, errors }, name).toEqual(refusal);
  }
  expect(existsSync(folder)).toBe(false);
  expect(await store()).toEqual(before);
});
