import { createHash, randomBytes } from 'node:crypto';
import { ApiError, type EndpointOutput } from '../../contract/index.ts';
import type { Transaction } from '../../database/database.ts';
import type { Transact } from '../../database/transact.ts';
import type { AdminAccount, AdminData } from './admins.data.ts';
import type { Identity } from '../../identity.ts';
import type { Session, SessionData } from './sessions.data.ts';

const MINUTE_MS = 60 * 1_000;
/** A session ends when it was not used for this long … */
const IDLE_MS = 30 * MINUTE_MS;
/** … and this long after it began in any case. */
const LIFETIME_MS = 12 * 60 * MINUTE_MS;
/** Its last use is written down at most this often: a write costs. */
const TOUCH_MS = MINUTE_MS;

/** 256 random bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** The answer to a bearer that is not, or no longer, valid; why is not told. */
export function invalidBearer(): ApiError {
  return new ApiError('unauthenticated', 'Your session has ended. Please sign in again.');
}

/** Whether a bearer looks like one of a session. */
export function isSessionToken(bearer: string): boolean {
  return TOKEN.test(bearer);
}

function idOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export interface SessionService {
  /** Opens a session of this account; the token is told once and only its hash is stored. */
  open(transaction: Transaction, admin: AdminAccount): EndpointOutput<'loginAdmin'>;
  /**
   * The administrator of a session's token; two billed reads and at most one write a minute.
   * @throws ApiError unauthenticated when the session or its account is over
   */
  identify(token: string): Promise<Identity>;
  /** Ends a session at once. @param id the hash of its token */
  close(id: string): Promise<void>;
}

interface Parts {
  sessions: SessionData;
  admins: AdminData;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

/** The sessions of the administrator with a password. */
export function createSessionService({ sessions, admins, transact, clock }: Parts): SessionService {
  function isRunning(session: Session | undefined): session is Session {
    const now = clock();
    return (
      session !== undefined &&
      now < session.expires_at.getTime() &&
      now < session.last_used_at.getTime() + IDLE_MS
    );
  }

  /** Writes the use down unless that was done a moment ago. */
  async function touch(id: string): Promise<void> {
    await transact(async (transaction) => {
      const session = await sessions.read(transaction, id);
      if (!isRunning(session)) throw invalidBearer();
      const now = clock();
      if (now < session.last_used_at.getTime() + TOUCH_MS) return;
      sessions.update(transaction, id, { last_used_at: new Date(now) });
    });
  }

  return {
    open(transaction, { username, password_id }) {
      const token = randomBytes(32).toString('base64url');
      const now = clock();
      const expires_at = new Date(now + LIFETIME_MS);
      sessions.write(transaction, idOf(token), {
        username,
        password_id,
        created_at: new Date(now),
        last_used_at: new Date(now),
        expires_at,
      });
      return {
        access_token: token,
        token_type: 'bearer',
        expires_at: expires_at.toISOString(),
      };
    },
    async identify(token) {
      const id = idOf(token);
      const session = await sessions.find(id);
      if (!isRunning(session)) throw invalidBearer();
      const admin = await admins.find(session.username);
      if (!admin || admin.disabled || admin.password_id !== session.password_id) {
        throw invalidBearer();
      }
      if (clock() >= session.last_used_at.getTime() + TOUCH_MS) await touch(id);
      return { kind: 'admin', provider: 'password', username: admin.username, session: id };
    },
    async close(id) {
      await transact((transaction) => {
        sessions.remove(transaction, id);
        return Promise.resolve();
      });
    },
  };
}
