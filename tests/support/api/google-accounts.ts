import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { afterAll, beforeAll } from 'vitest';
import * as z from 'zod';
import { startAuthEmulator } from '../../../local/stack/emulators/auth-emulator.ts';
import { projectId } from '../../../local/stack/firebase-json.ts';
import { freePorts } from '../local/free-ports.ts';

interface Person {
  email: string;
  name?: string;
}

/** A sign-in: the Firebase ID token and its refresh token. */
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
export interface TestGoogleAccounts {
  /** The Firebase Admin SDK, connected to the emulator. */
  readonly auth: Auth;
  readonly host: string;
  signIn(person: Person): Promise<SignedIn>;
  /** Gets a new ID token for the same sign-in, as the client SDK does. */
  refresh(session: SignedIn): Promise<string>;
}

/** Shared by all files of a worker, because a start takes eleven seconds of CPU. It stops with the worker. */
let emulatorHost: Promise<string> | undefined;

async function startEmulator(): Promise<string> {
  const ports = await freePorts();
  const directory = mkdtempSync(join(tmpdir(), 'accounts-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const { ready } = startAuthEmulator(ports, directory);
  await ready();
  return `127.0.0.1:${ports.auth}`;
}

/**
 * Provides a test file with the official Auth emulator, without accounts. The API's SDK finds it through
 * the environment.
 */
export function useGoogleAccounts(): TestGoogleAccounts {
  let auth: Auth | undefined;
  let host = '';

  async function post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`http://${host}/${path}?key=any`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The Auth emulator answered ${await response.text()}`);
    return response.json();
  }

  beforeAll(async () => {
    host = await (emulatorHost ??= startEmulator());
    process.env['FIREBASE_AUTH_EMULATOR_HOST'] = host;
    const accounts = `http://${host}/emulator/v1/projects/${projectId}/accounts`;
    await fetch(accounts, { method: 'DELETE', headers: { authorization: 'Bearer owner' } });
    auth = getAuth(initializeApp({ projectId }, `tests-${randomUUID()}`));
  });
  afterAll(() => {
    delete process.env['FIREBASE_AUTH_EMULATOR_HOST'];
  });

  return {
    get auth() {
      if (!auth) throw new Error('The accounts are available from beforeAll on');
      return auth;
    },
    get host() {
      return host;
    },
    async signIn({ email, name = 'Somebody' }) {
      const credential = { sub: email, email, email_verified: true, name };
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
    async refresh({ refreshToken }) {
      const answer = await post('securetoken.googleapis.com/v1/token', {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      });
      return renewed.parse(answer).id_token;
    },
  };
}
