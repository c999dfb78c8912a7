import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('in production the client stands one entry before the last of X-Forwarded-For', () => {
  expect(readConfig({ GCLOUD_PROJECT: 'facts' })).toEqual({
    projectId: 'facts',
    storageBucket: 'facts.appspot.com',
    onEmulators: false,
    trustedProxyHops: 1,
  });
});

test('on the emulators it is the last', () => {
  const config = readConfig({ FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080' });
  expect(config).toMatchObject({ onEmulators: true, trustedProxyHops: 0 });
});

test('a malformed variable is named', () => {
  expect(() => readConfig({ TRUSTED_PROXY_HOPS: 'two' })).toThrow(/TRUSTED_PROXY_HOPS/);
});
