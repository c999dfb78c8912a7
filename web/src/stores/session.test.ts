import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleIdToken } from '../testing/id-token.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import {
  bearer,
  dropToken,
  setRevoke,
  signInAdmin,
  signInGoogle,
  signOut,
  useSession,
  type Tokens,
} from './session.ts';

const JANE = exampleIdToken();

let storage = new MemoryStorage();
let revoked: Tokens[] = [];
const session = () => useSession.getState();
const stored = () => Object.fromEntries(storage.items);

beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  // Also forgets what could not be stored.
  signOut();
  useSession.setState(useSession.getInitialState());
  revoked = [];
  setRevoke((tokens) => revoked.push(tokens));
});
afterEach(() => vi.unstubAllGlobals());

test("the bearer is the admin's token first, else the Google user's", () => {
  expect(bearer()).toBeNull();
  signInGoogle(JANE);
  expect(bearer()).toBe(JANE);
  signInAdmin('secret', 'chuck');
  expect(bearer()).toBe('secret');
  expect(stored()['token']).toBe('secret');
});

test('a refused token ends its session, and no other', () => {
  signInAdmin('secret', 'chuck');
  dropToken('an older one');
  expect(session().status).toBe('signed-in');
  dropToken('secret');
  expect(session().status).toBe('signed-out');
  expect(stored()).toEqual({});
});
