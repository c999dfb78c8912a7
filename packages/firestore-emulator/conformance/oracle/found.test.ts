import type { Client } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFirestoreEmulator, type FirestoreEmulator } from '../../src/index.ts';
import { foundCases, openClient, play } from './play.ts';

let emulator: FirestoreEmulator;
let client: Client;

beforeAll(async () => {
  emulator = await startFirestoreEmulator({ noIndexCheck: true });
  client = openClient(emulator.host);
});

afterAll(async () => {
  client.close();
  await emulator.stop();
});

test.each(foundCases())('as Google’s emulator: $name', async ({ operations, answers }) => {
  expect(await play(client, operations)).toStrictEqual(answers);
});
