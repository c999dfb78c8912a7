import { createHash, randomBytes } from 'node:crypto';
import { ApiError, type EndpointOutput } from '../../contract/index.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Transact } from '../../platform/database/transact.ts';
import type { Admin, Identity } from '../../identity.ts';
import type { AdminAccount, Session, SignInData } from './sign-in.data.ts';

const MINUTE_MS = 60 * 1_000;
/** A session ends after this long without use. */
const IDLE_MS = 30 * MINUTE_MS;
/** A session ends this long after it began, even if it is in use. */
const LIFETIME_MS = 12 * 60 * MINUTE_MS;
/** How often a session's last use is stored at most, because every write costs. */
const TOUCH_MS = MINUTE_MS;

/** 256 random bits in base64url */
const TOKEN = /^[\w-]{43}$/;

/** The error for an invalid bearer token. It doesn't say why the token is invalid. */
export function invalidBearer(): ApiError {
  return new ApiError('unauthenticated', 'Your session has ended. Please sign in again.');
}

/** Whether a bearer token has the form of a session token. */
export function isSessionToken(bearer: string): boolean {
  return TOKEN.test(bearer);
}

function sessionId(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** The names of the browser and the system in a User-Agent header, without versions; empty if unknown. */
export function describeClient(userAgent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (names) => names.find(([, pattern]) => pattern.test(userAgent))?.[0],
  );
  return [browser, system].filter((name) => name !== undefined).join(' on ');
}

export type SessionService = ReturnType<typeof createSessionService>;

interface Dependencies {
  data: SignInData;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

/** Sessions of administrators who signed in with a password. */
export function createSessionService({ data, transact, clock }: Dependencies) {
  function isActive(session: Session | undefined): session is Session {
    const now = clock();
    return (
      session !== undefined &&
      now < session.expires_at.getTime() &&
      now < session.last_used_at.getTime() + IDLE_MS
    );
  }

  /** Stores the time of this use, unless one was stored less than a minute ago. */
  async function touch(id: string): Promise<void> {
    await transact(async (transaction) => {
      const session = await data.sessions.read(transaction, id);
      if (!isActive(session)) throw invalidBearer();
      const now = clock();
      if (now < session.last_used_at.getTime() + TOUCH_MS) return;
      data.sessions.update(transaction, id, { last_used_at: new Date(now) });
    });
  }

  async function ownSessions(actor: Admin): Promise<Map<string, Session>> {
    if (actor.provider === 'google') return new Map();
    const stored = await data.findSessions(actor.username);
    const password = stored.get(actor.session)?.password_id;
    const open = [...stored].filter(
      ([, session]) => isActive(session) && session.password_id === password,
    );
    return new Map(open);
  }

  return {
    /** Opens a session. Only the hash of the returned token is stored, and no version of the browser. */
    open(
      transaction: Transaction,
      { username, password_id }: AdminAccount,
      userAgent: string,
    ): EndpointOutput<'loginAdmin'> {
      const token = randomBytes(32).toString('base64url');
      const now = new Date(clock());
      const expires_at = new Date(now.getTime() + LIFETIME_MS);
      data.sessions.write(transaction, sessionId(token), {
        username,
        password_id,
        client: describeClient(userAgent),
        created_at: now,
        last_used_at: now,
        expires_at,
      });
      return { access_token: token, token_type: 'bearer', expires_at: expires_at.toISOString() };
    },
    /**
     * The administrator with this session token; two billed reads, and at most one write a minute.
     * @throws ApiError unauthenticated when the session has ended or the account is disabled or deleted
     */
    async identify(token: string): Promise<Identity> {
      const id = sessionId(token);
      const session = await data.sessions.find(id);
      if (!isActive(session)) throw invalidBearer();
      const admin = await data.admins.find(session.username);
      if (!admin || admin.disabled || admin.password_id !== session.password_id) {
        throw invalidBearer();
      }
      if (clock() >= session.last_used_at.getTime() + TOUCH_MS) await touch(id);
      return {
        kind: 'admin',
        provider: 'password',
        role: admin.role,
        username: admin.username,
        session: id,
      };
    },
    /** The administrator's own sessions, the last used first; one billed read each. */
    async list(actor: Admin): Promise<EndpointOutput<'listSessions'>> {
      const open = [...(await ownSessions(actor))].map(([session_id, session]) => ({
        session_id,
        client: session.client,
        created_at: session.created_at.toISOString(),
        last_used_at: session.last_used_at.toISOString(),
        current: actor.provider === 'password' && session_id === actor.session,
      }));
      return { sessions: open.toSorted((a, b) => (a.last_used_at < b.last_used_at ? 1 : -1)) };
    },

    /**
     * Ends one of the administrator's own sessions, or by default all others.
     * @throws ApiError not_found
     */
    async end(actor: Admin, id: string | undefined): Promise<void> {
      const own = await ownSessions(actor);
      if (id !== undefined && !own.has(id)) {
        throw new ApiError('not_found', 'You have no such session.');
      }
      const others = [...own.keys()].filter(
        (one) => actor.provider === 'password' && one !== actor.session,
      );
      const ended = id === undefined ? others : [id];
      await transact(async (transaction) => {
        for (const one of ended) data.sessions.remove(transaction, one);
        return Promise.resolve();
      });
    },

    /** Ends a session immediately. @param id the hash of its token */
    close: (id: string) => transact(async (transaction) => data.sessions.remove(transaction, id)),
  };
}
