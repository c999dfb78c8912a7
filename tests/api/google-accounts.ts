import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { afterAll, beforeAll } from 'vitest';
import * as z from 'zod';
import { startAuthEmulator } from '../../local/stack/auth-emulator.ts';
import { projectId } from '../../local/stack/firebase-json.ts';
import { anyPorts } from '../../local/stack/ports.ts';

/** Somebody as Google's own sign-in knows them. */
interface Person {
  email: string;
  name?: string;
  emailVerified?: boolean;
}

/** A sign-in: the Firebase ID token, and what renews it. */
interface SignedIn {
  uid: string;
  idToken: string;
  refreshToken: string;
}

const signedIn = z
  .object({ localId: z.string(), idToken: z.string(), refreshToken: z.string() })
  .transform(({ localId, ...tokens }) => ({ uid: localId, ...tokens }));
const renewed = z.object({ id_token: z.string() });

/** Google accounts in the official Auth emulator. */
export interface GoogleAccountsOfTests {
  /** Firebase's own admin SDK on them. */
  readonly auth: Auth;
  readonly host: string;
  signIn(person: Person): Promise<SignedIn>;
  /** Signs in with an e-mail address and a password instead of Google. */
  signInWithPassword(email: string): Promise<SignedIn>;
  /** Makes tokens of sign-ins before this one valid too: revoking works by the second. */
  acceptEarlierSignIns(session: SignedIn): Promise<void>;
  /** A new ID token for the same sign-in, as the client's SDK asks for it. */
  refresh(session: SignedIn): Promise<string>;
}

/** Gives a test file the official Auth emulator; the API's SDK finds it through the environment. */
export function useGoogleAccounts(): GoogleAccountsOfTests {
  let auth: Auth | undefined;
  let host = '';
  let stop: (() => Promise<void>) | undefined;

  async function post(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const response = await fetch(`http://${host}/${path}?key=any`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The Auth emulator answered ${await response.text()}`);
    return response.json();
  }

  beforeAll(async () => {
    const ports = await anyPorts();
    const directory = mkdtempSync(join(tmpdir(), 'accounts-'));
    const emulator = startAuthEmulator({
      ports,
      directory,
      keepAccounts: false,
      log: join(directory, 'auth.log'),
      complain: () => undefined,
    });
    stop = async () => {
      await emulator.part.stop();
      rmSync(directory, { recursive: true, force: true });
    };
    await emulator.ready();
    host = `127.0.0.1:${ports.auth}`;
    process.env['FIREBASE_AUTH_EMULATOR_HOST'] = host;
    auth = getAuth(initializeApp({ projectId }, `tests-${randomUUID()}`));
  });
  afterAll(async () => {
    delete process.env['FIREBASE_AUTH_EMULATOR_HOST'];
    await stop?.();
  });

  return {
    get auth() {
      if (!auth) throw new Error('The accounts are there from beforeAll on');
      return auth;
    },
    get host() {
      return host;
    },
    async signIn({ email, name = 'Somebody', emailVerified = true }) {
      const credential = { sub: email, email, email_verified: emailVerified, name };
      return signedIn.parse(
        await post('identitytoolkit.googleapis.com/v1/accounts:signInWithIdp', {
          postBody: new URLSearchParams({
            id_token: JSON.stringify(credential),
            providerId: 'google.com',
          }).toString(),
          requestUri: 'http://localhost',
          returnSecureToken: true,
        }),
      );
    },
    async signInWithPassword(email) {
      return signedIn.parse(
        await post('identitytoolkit.googleapis.com/v1/accounts:signUp', {
          email,
          password: 'password of a test',
          returnSecureToken: true,
        }),
      );
    },
    async acceptEarlierSignIns({ uid }) {
      await post(
        `identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`,
        { localId: uid, validSince: '0' },
        { authorization: 'Bearer owner' },
      );
    },
    async refresh({ refreshToken }) {
      const answer = await post('securetoken.googleapis.com/v1/token', {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      });
      return renewed.parse(answer).id_token;
    },
  };
}
