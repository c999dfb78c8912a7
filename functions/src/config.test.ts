import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('in production the client is the second-to-last entry of X-Forwarded-For', () => {
  expect(readConfig({ GCLOUD_PROJECT: 'facts' })).toEqual({
    projectId: 'facts',
    storageBucket: 'facts.firebasestorage.app',
    siteOrigin: 'https://facts.web.app',
    adminEmails: [],
    onEmulators: false,
    inFunctionsEmulator: false,
    servesRequests: false,
    trustedProxyHops: 1,
    imageModel: 'gemini-3.1-flash-image',
    imageLocation: 'global',
  });
});

test('only an instance of the function serves requests', () => {
  expect(readConfig({ K_SERVICE: 'api' }).servesRequests).toBe(true);
  expect(readConfig({ FUNCTIONS_CONTROL_API: 'true' }).servesRequests).toBe(false);
});

test('on the emulators the client is the last entry', () => {
  const config = readConfig({ FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080' });
  expect(config).toMatchObject({ onEmulators: true, trustedProxyHops: 0 });
});

test('the site’s origin is the configured one, or by default that of Hosting', () => {
  const ofOrigin = (SITE_ORIGIN: string) => readConfig({ SITE_ORIGIN }).siteOrigin;
  expect(ofOrigin('https://facts.example')).toBe('https://facts.example');
  expect(readConfig({ GOOGLE_CLOUD_PROJECT: 'other' }).siteOrigin).toBe('https://other.web.app');
});

test.each([
  ['SITE_ORIGIN', ['facts.example', 'https://a.b/', 'https://a.b/c', 'ftp://a.b'], /SITE_ORIGIN/],
  // Without the address, which is a secret.
  ['NOTIFY_URL', ['http://a.b/secret', 'secret'], /^(?!.*secret)[^]*NOTIFY_URL/],
  [
    'ADMIN_EMAILS',
    ['boss', 'a@b.example, boss', 'a@b.example c@d.example', 'a@b.example,', ' '],
    'ADMIN_EMAILS must be e-mail addresses, separated by commas',
  ],
  ['IMAGE_MODEL', ['a/b'], 'IMAGE_MODEL must be the name of a model'],
] as const)('a malformed %s is refused with what it must be', (name, values, message) => {
  for (const value of values) expect(() => readConfig({ [name]: value })).toThrow(message);
});

test('variables of others, and settings that only the deployment uses, are not checked', () => {
  const others = { MAX_INSTANCE: 'x', REGION: 'EMEA', MEMORY_MIB: 'none' };
  expect(readConfig(others)).toEqual(readConfig({}));
});

test('the administrators’ Google accounts must be configured, except on the emulators', () => {
  expect(readConfig({}).adminEmails).toEqual([]);
  expect(readConfig({ ADMIN_EMAILS: 'Boss@Example.com' }).adminEmails).toEqual([
    'boss@example.com',
  ]);
  expect(readConfig({ ADMIN_EMAILS: ' a@b.example ,C@d.example\t' }).adminEmails).toEqual([
    'a@b.example',
    'c@d.example',
  ]);
  expect(readConfig({ FIRESTORE_EMULATOR_HOST: 'x:1' }).adminEmails).toEqual(['admin@example.com']);
});

test('an empty variable counts as unset', () => {
  const names = ['ADMIN_EMAILS', 'SETUP_KEY', 'SITE_ORIGIN', 'IMAGE_MODEL'];
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  expect(readConfig({ GCLOUD_PROJECT: 'facts', ...empty })).toEqual(
    readConfig({ GCLOUD_PROJECT: 'facts' }),
  );
});

test('images are stored in the project’s default bucket, as Firebase names it', () => {
  const FIREBASE_CONFIG = JSON.stringify({ storageBucket: 'facts.firebasestorage.app' });
  expect(readConfig({ FIREBASE_CONFIG }).storageBucket).toBe('facts.firebasestorage.app');
});

test('production does not start with an Auth emulator, whose tokens are unsigned', () => {
  const deployed = { K_SERVICE: 'api', FIREBASE_AUTH_EMULATOR_HOST: 'x:1' };
  expect(() => readConfig(deployed)).toThrow(/AUTH_EMULATOR/);
  expect(readConfig({ ...deployed, FIRESTORE_EMULATOR_HOST: 'y:2' }).onEmulators).toBe(true);
});

test('the webhook is an https address', () => {
  expect(readConfig({}).notifyUrl).toBeUndefined();
  for (const NOTIFY_URL of ['https://hooks.example/a/b', 'http://127.0.0.1:9/x']) {
    expect(readConfig({ NOTIFY_URL }).notifyUrl).toBe(NOTIFY_URL);
  }
});
