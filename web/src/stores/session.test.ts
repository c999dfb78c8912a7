import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleIdToken } from '../testing/id-token.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import {
  adminLogin,
  bearer,
  dropToken,
  reloadSession,
  setRevoke,
  signInAdmin,
  signInGoogle,
  signOut,
  stopAsking,
  useSession,
  type Tokens,
} from './session.ts';

const JANE = exampleIdToken();

let storage = new MemoryStorage();
let revoked: Tokens[] = [];
const session = () => useSession.getState();
const stored = () => Object.fromEntries(storage.items);

/** Loads the session as a page with these stored tokens does. */
function load(items: Record<string, string>): void {
  for (const [key, value] of Object.entries(items)) storage.items.set(key, value);
  reloadSession();
}

beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  useSession.setState(useSession.getInitialState());
  revoked = [];
  setRevoke((tokens) => revoked.push(tokens));
});
afterEach(() => vi.unstubAllGlobals());

test('an admin login is stored under adminToken, with a copy under token', () => {
  signInAdmin('secret', 'chuck');
  expect(stored()).toEqual({ adminToken: 'secret', token: 'secret' });
  expect(session()).toMatchObject({
    status: 'signed-in',
    isAdmin: true,
    profile: { name: 'chuck', photoURL: null },
    tokens: { admin: 'secret', firebase: null },
  });
});

test('a Google login is stored under firebaseToken, with a copy under token', () => {
  signInGoogle(JANE);
  expect(stored()).toEqual({ firebaseToken: JANE, token: JANE });
  expect(session()).toMatchObject({
    status: 'signed-in',
    isAdmin: false,
    profile: { name: 'Jane Roe', photoURL: 'https://lh3.googleusercontent.com/a/jane' },
    tokens: { admin: null, firebase: JANE },
  });
});

test("the bearer is the admin's token first, else the Google user's", () => {
  expect(bearer()).toBeNull();
  signInGoogle(JANE);
  expect(bearer()).toBe(JANE);
  signInAdmin('secret', 'chuck');
  expect(bearer()).toBe('secret');
  expect(stored()['token']).toBe('secret');
});

test('a stored admin token does not count until the server has verified it', () => {
  load({ adminToken: 'secret' });
  expect(session()).toMatchObject({ status: 'checking', isAdmin: false, profile: null });
});

test('a stored Google token shows its profile immediately', () => {
  load({ firebaseToken: JANE });
  expect(session()).toMatchObject({ status: 'signed-in', profile: { name: 'Jane Roe' } });
});

test('a stored Google token that is invalid signs nobody in', () => {
  load({ firebaseToken: 'garbage' });
  expect(session().status).toBe('signed-out');
});

test('signing out clears the tokens and the flag, and revokes the tokens', () => {
  signInGoogle(JANE);
  signInAdmin('secret', 'chuck');
  adminLogin.save(true);
  signOut();
  expect(session()).toMatchObject({ status: 'signed-out', isAdmin: false, profile: null });
  expect(stored()).toEqual({});
  expect(adminLogin.latest()).toBe(false);
  expect(revoked).toEqual([{ admin: 'secret', firebase: JANE }]);
});

test('the flag of the hidden route lasts for the browser session, until a logout', () => {
  adminLogin.save(true);
  expect(sessionStorage.getItem('adminLogin')).toBe('true');
  signOut();
  expect(sessionStorage.getItem('adminLogin')).toBeNull();
});

test('a refused token ends its session, and no other', () => {
  signInAdmin('secret', 'chuck');
  dropToken('an older one');
  expect(session().status).toBe('signed-in');
  dropToken('secret');
  expect(session().status).toBe('signed-out');
  expect(stored()).toEqual({});
});

test('on a screen that can ask, a refused token asks the administrator to sign in again, and everything stays', () => {
  signInAdmin('secret', 'chuck');
  useSession.setState({ asksAgain: true });
  dropToken('an older one');
  expect(session().expired).toBe(false);
  dropToken('secret');
  expect(session()).toMatchObject({ expired: true, isAdmin: true, profile: { name: 'chuck' } });
  expect(revoked).toEqual([]);
  stopAsking();
  expect(session()).toMatchObject({ expired: false, isAdmin: true });
  dropToken('secret');
  signInAdmin('next', 'chuck');
  expect(session()).toMatchObject({ expired: false, isAdmin: true });
  dropToken('next');
  load({ adminToken: 'signed in elsewhere' });
  expect(session()).toMatchObject({ status: 'signed-in', expired: false, isAdmin: true });
  expect(bearer()).toBe('signed in elsewhere');
});

test('signing in or out in another tab applies here too', () => {
  load({ firebaseToken: JANE });
  storage.items.clear();
  reloadSession();
  expect(session().status).toBe('signed-out');
});

test('a session lasts as long as the page if storage is full or missing', () => {
  storage.full = true;
  signInAdmin('secret', 'chuck');
  expect(bearer()).toBe('secret');
  vi.stubGlobal('localStorage', undefined);
  reloadSession();
  expect(session().status).toBe('signed-in');
  signOut();
  expect(session().status).toBe('signed-out');
});
