import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { npmStart } from '../../tests/support/local/npm-start.ts';
import { closeServer, listeningPort, LOOPBACK } from './http-server.ts';

test('a port in use is reported, and nothing starts', async () => {
  const server = createServer();
  server.listen(0, LOOPBACK);
  const port = await listeningPort(server);
  const { errors, code } = await npmStart([], port - 5000).ended();
  expect(errors).toMatch(
    new RegExp(`^Port ${port}, for the site, is in use [^]* PORT_OFFSET=\\d+ npm start\n$`),
  );
  expect(code).toBe(1);
  await closeServer(server);
});

test('where Google’s emulator is missing, --official says how to install it, and nothing starts', async () => {
  const environment = { PATH: '/nowhere', FIRESTORE_EMULATOR_BINARY_PATH: '' };
  const { errors, code } = await npmStart(['--official'], 0, environment).ended();
  expect(errors).toMatch(
    /^Google's Firestore emulator is not installed\. .*google-cloud-cli-firestore-emulator.*\n$/,
  );
  expect(errors).toContain('gcloud components install cloud-firestore-emulator');
  expect(code).toBe(1);
});

test.for([
  [
    'where nothing runs is reported',
    [],
    'No Firestore runs at FIRESTORE_EMULATOR_HOST=127.0.0.1:1.\n',
  ],
  ['is not emptied', ['--fresh'], "--fresh can't empty FIRESTORE_EMULATOR_HOST=127.0.0.1:1.\n"],
] as const)('a FIRESTORE_EMULATOR_HOST %s, and nothing starts', async ([, args, errors]) => {
  const environment = { FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' };
  expect(await npmStart(args, 0, environment).ended()).toEqual({ code: 1, errors });
});
