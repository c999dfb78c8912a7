import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followStoredValues } from './stored-value.ts';
import { exampleIdToken } from '../testing/id-token.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import {
  adminLogin,
  askToSignIn,
  bearer,
  followSession,
  refuseToken,
  signInAdmin,
  signInGoogle,
  signOut,
  useSession,
} from './session.ts';

const JANE = exampleIdToken();

let storage = new MemoryStorage();
const session = () => useSession.getState();
const stored = () => Object.fromEntries(storage.items);
let page = new EventTarget();

/** Opens a page with what is stored. */
function openPage(): void {
  page = new EventTarget();
  vi.stubGlobal('window', page);
  followStoredValues();
  followSession();
}

/** What another tab stores. */
function storeElsewhere(key: 'adminToken' | 'token', token: string): void {
  storage.items.set(key, token);
  page.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  // Also forgets what could not be stored.
  signOut();
  useSession.setState(useSession.getInitialState(), true);
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
  signInGoogle(JANE);
  refuseToken('an older one');
  expect(session().is).toBe('visitor');
  refuseToken(JANE);
  expect(session()).toEqual({ is: 'signed-out', left: false });
  expect(stored()).toEqual({});
});

test('a stored administrator’s token signs nobody in before the server has verified it', () => {
  storage.items.set('adminToken', 'secret');
  openPage();
  expect(session()).toMatchObject({ is: 'checking' });
});

test(
  'a logout clears the tokens, tells which to revoke, and forgets that the administrator’s login is offered',
  { tags: 'S7' },
  () => {
    signInGoogle(JANE);
    signInAdmin('secret', 'chuck');
    adminLogin.save(true);
    expect(signOut()).toEqual({ admin: 'secret', firebase: JANE });
    expect(session()).toEqual({ is: 'signed-out', left: true });
    expect([stored(), adminLogin.latest()]).toEqual([{}, false]);
  },
);

test(
  'an administrator whose session has ended is asked once to sign in again, and then when they want it',
  { tags: 'U21' },
  () => {
    signInAdmin('secret', 'chuck');
    refuseToken('secret');
    expect(session()).toMatchObject({ is: 'ended', asks: true, profile: { account: 'chuck' } });
    askToSignIn(false);
    refuseToken('secret');
    expect(session()).toMatchObject({ is: 'ended', asks: false });
    askToSignIn(true);
    expect(session()).toMatchObject({ is: 'ended', asks: true });
    signInAdmin('next', 'chuck');
    askToSignIn(false);
    expect(session()).toMatchObject({ is: 'admin', tokens: { admin: 'next' } });
  },
);

test('who signs in again in another tab is verified here, too', { tags: 'U21' }, () => {
  openPage();
  signInAdmin('secret', 'chuck');
  refuseToken('secret');
  storeElsewhere('adminToken', 'next');
  storeElsewhere('token', 'next');
  expect(session()).toMatchObject({ is: 'checking' });
  expect(bearer()).toBe('next');
});

test('a logout in another tab is one here, too', { tags: 'S7' }, () => {
  openPage();
  signInAdmin('secret', 'chuck');
  storage.items.clear();
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
  expect(session()).toEqual({ is: 'signed-out', left: true });
});
