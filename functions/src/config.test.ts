import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('in production the client stands one entry before the last of X-Forwarded-For', () => {
  expect(readConfig({ GCLOUD_PROJECT: 'facts' })).toEqual({
    projectId: 'facts',
    storageBucket: 'facts.firebasestorage.app',
    siteOrigin: 'https://facts.web.app',
    onEmulators: false,
    inFunctionsEmulator: false,
    trustedProxyHops: 1,
    imageModel: 'gemini-3.1-flash-image',
    imageLocation: 'global',
  });
});

test('on the emulators it is the last', () => {
  const config = readConfig({ FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080' });
  expect(config).toMatchObject({ onEmulators: true, trustedProxyHops: 0 });
});

test('the site has the address that is configured, else the one that Hosting gives it', () => {
  const ofOrigin = (SITE_ORIGIN: string) => readConfig({ SITE_ORIGIN }).siteOrigin;
  expect(ofOrigin('https://facts.example')).toBe('https://facts.example');
  expect(readConfig({ GOOGLE_CLOUD_PROJECT: 'other' }).siteOrigin).toBe('https://other.web.app');
  for (const wrong of ['facts.example', 'https://facts.example/', 'https://a.b/c', 'ftp://a.b']) {
    expect(() => ofOrigin(wrong)).toThrow(/SITE_ORIGIN/);
  }
});

test('a malformed variable is named', () => {
  expect(() => readConfig({ TRUSTED_PROXY_HOPS: 'two' })).toThrow(/TRUSTED_PROXY_HOPS/);
});

test('the administrator has a Google account only when it is configured, but one on the emulators', () => {
  expect(readConfig({}).adminEmail).toBeUndefined();
  expect(readConfig({ ADMIN_EMAIL: 'Boss@Example.com' }).adminEmail).toBe('boss@example.com');
  expect(readConfig({ FIRESTORE_EMULATOR_HOST: 'x:1' }).adminEmail).toBe('admin@example.com');
});

test('an address that is none is refused', () => {
  expect(() => readConfig({ ADMIN_EMAIL: 'boss' })).toThrow(/ADMIN_EMAIL/);
});

test('what was left empty at the deployment counts as not given', () => {
  const empty = { ADMIN_EMAIL: '', SETUP_KEY: '', SITE_ORIGIN: '', IMAGE_MODEL: '' };
  expect(readConfig({ GCLOUD_PROJECT: 'facts', ...empty })).toEqual(
    readConfig({ GCLOUD_PROJECT: 'facts' }),
  );
});

test('pictures are kept in the bucket that Firebase names as the project’s own', () => {
  const FIREBASE_CONFIG = JSON.stringify({ storageBucket: 'facts.firebasestorage.app' });
  expect(readConfig({ FIREBASE_CONFIG }).storageBucket).toBe('facts.firebasestorage.app');
});

test('production does not start with an Auth emulator, whose tokens are unsigned', () => {
  const deployed = { K_SERVICE: 'api', FIREBASE_AUTH_EMULATOR_HOST: 'x:1' };
  expect(() => readConfig(deployed)).toThrow(/AUTH_EMULATOR/);
  expect(readConfig({ ...deployed, FIRESTORE_EMULATOR_HOST: 'y:2' }).onEmulators).toBe(true);
});
