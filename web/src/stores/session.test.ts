import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followStoredValues } from './stored-value.ts';
import { exampleIdToken } from '../testing/id-token.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import {
  adminLogin,
  bearer,
  dropToken,
  followSession,
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
  signInGoogle(JANE);
  dropToken(JANE);
  // Also at Google, but a token that the server rejects can't be revoked there.
  expect(revoked).toEqual([
    { admin: null, firebase: null },
    { admin: null, firebase: JANE },
  ]);
});

test('a stored administrator’s token signs nobody in before the server has verified it', () => {
  storage.items.set('adminToken', 'secret');
  openPage();
  expect(session()).toMatchObject({ status: 'checking', isAdmin: false });
});

test(
  'a logout clears the tokens, forgets that the administrator’s login is offered, and revokes the tokens',
  { tags: 'S7' },
  () => {
    signInGoogle(JANE);
    signInAdmin('secret', 'chuck');
    adminLogin.save(true);
    signOut();
    expect(session()).toMatchObject({ status: 'signed-out', isAdmin: false, profile: null });
    expect([stored(), adminLogin.latest()]).toEqual([{}, false]);
    expect(revoked).toEqual([{ admin: 'secret', firebase: JANE }]);
  },
);

test(
  'an administrator whose session has ended is asked to sign in again, or does so in another tab; what is open stays',
  { tags: 'U21' },
  () => {
    openPage();
    signInAdmin('secret', 'chuck');
    useSession.setState({ asksAgain: true });
    dropToken('secret');
    expect(session()).toMatchObject({ status: 'signed-in', isAdmin: true, expired: true });
    storeElsewhere('adminToken', 'next');
    storeElsewhere('token', 'next');
    expect(session()).toMatchObject({ status: 'signed-in', isAdmin: true, expired: false });
    expect(bearer()).toBe('next');
  },
);

test('a logout in another tab is one here, too', { tags: 'S7' }, () => {
  openPage();
  signInAdmin('secret', 'chuck');
  useSession.setState({ asksAgain: true });
  storage.items.clear();
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
  expect(session()).toMatchObject({ status: 'signed-out', isAdmin: false });
});
