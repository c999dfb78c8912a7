import { expect } from 'vitest';
import { asAdmin, databaseName, openRaw } from '../connection.ts';
import type { Probes, Stage } from '../probe.ts';
import { status } from '../status.ts';

async function rawSet({ emulator }: Stage, path: string): Promise<void> {
  await using raw = openRaw(emulator.host);
  const update = { name: `${databaseName}/documents/${path}`, fields: {} };
  await raw.commit({ database: databaseName, writes: [{ update }] }, asAdmin);
}

const refused = { code: status.invalidArgument };

/**
 * Limits of size and name. Source: https://firebase.google.com/docs/firestore/quotas and
 * https://firebase.google.com/docs/firestore/storage-size
 */
export const limits: Probes = {
  async 'a document has at most 1 MiB'({ db }) {
    const name = 'things'.length + 1 + ('big'.length + 1) + 16;
    const overhead = name + 32 + 2 * ('a'.length + 1) + 2;
    const a = 'x'.repeat(2 ** 19);
    const b = 'x'.repeat(2 ** 19 - overhead);
    await db.doc('things/big').set({ a, b });
    await expect(db.doc('things/big').set({ a, b: `${b}x` })).rejects.toMatchObject(refused);
    expect((await db.doc('things/big').get()).get('b')).toHaveLength(b.length);
  },

  async 'a string has at most 1,048,487 bytes'({ db }) {
    const text = 'x'.repeat(1_048_487);
    await db.doc('a/b').set({ text });
    await expect(db.doc('a/b').set({ text: `${text}x` })).rejects.toMatchObject(refused);
  },

  async 'the size counts UTF-8 bytes'({ db }) {
    const text = 'é'.repeat(600_000);
    await expect(db.doc('things/big').set({ text })).rejects.toMatchObject(refused);
  },

  async 'ids of the form __name__ are reserved'(stage) {
    await expect(rawSet(stage, 'things/__reserved__')).rejects.toMatchObject(refused);
    await expect(rawSet(stage, '__reserved__/a')).rejects.toMatchObject(refused);
  },

  async 'the ids "." and ".." are refused'(stage) {
    await expect(rawSet(stage, 'things/.')).rejects.toMatchObject(refused);
    await expect(rawSet(stage, 'things/..')).rejects.toMatchObject(refused);
  },

  async 'an id of more than 1,500 bytes is refused'(stage) {
    await rawSet(stage, `things/${'é'.repeat(750)}`);
    await expect(rawSet(stage, `things/${'é'.repeat(751)}`)).rejects.toMatchObject(refused);
  },

  async 'a name that is not a document name is refused'(stage) {
    await expect(rawSet(stage, 'things')).rejects.toMatchObject(refused);
    await expect(rawSet(stage, 'things//a')).rejects.toMatchObject(refused);
  },

  async 'an array directly in an array is refused'({ db, emulator }) {
    await using raw = openRaw(emulator.host);
    const inner = { arrayValue: { values: [] } };
    const fields = { v: { arrayValue: { values: [inner] } } };
    const update = { name: `${databaseName}/documents/things/a`, fields };
    await expect(
      raw.commit({ database: databaseName, writes: [{ update }] }, asAdmin),
    ).rejects.toMatchObject(refused);
    expect((await db.doc('things/a').get()).exists).toBe(false);
  },

  async 'a commit and a result of several MiB pass'({ db }) {
    const batch = db.batch();
    for (let nth = 0; nth < 9; nth += 1) {
      batch.set(db.doc(`large/d${String(nth)}`), { text: 'x'.repeat(1_000_000) });
    }
    await batch.commit();
    expect((await db.collection('large').get()).size).toBe(9);
  },
};
