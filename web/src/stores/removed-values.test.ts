import { afterEach, expect, test, vi } from 'vitest';
import { deleteRemovedValues } from './removed-values.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser's storage has its keys as properties. */
class KeyedStorage {
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

test('the values of earlier versions are deleted, and no others', () => {
  const local = Object.assign(new KeyedStorage(), {
    'unsentDecisions:1b9d6bcd': '{}',
    'unsentDecisions:6f1e2c3a': '{}',
    nextAfterVoting: 'on',
    theme: 'dark',
  });
  const session = Object.assign(new KeyedStorage(), { queueVisit: '[]', adminLogin: 'true' });
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  deleteRemovedValues();
  expect(Object.fromEntries(Object.entries(local))).toEqual({ theme: 'dark' });
  expect(Object.fromEntries(Object.entries(session))).toEqual({ adminLogin: 'true' });
});
