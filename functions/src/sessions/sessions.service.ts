import { randomBytes } from 'node:crypto';
import { ApiError, type EndpointOutput } from '../contract/index.ts';
import { HOUR_MS, MINUTE_MS } from '../domain/index.ts';
import type { CallState } from '../platform/deadline.ts';
import type { Identity } from '../platform/identity.ts';
import { createUses } from '../platform/quota.ts';
import { sha256 } from '../platform/sha256.ts';
import type { Signing } from '../platform/signing.service.ts';
import type { Tools, Transaction } from '../platform/tools.ts';
import type { AdminAccount, Session, SignInData } from './sign-in.data.ts';

/** A session ends after this long without use. */
const IDLE_MS = 30 * MINUTE_MS;
/** A session ends this long after it began, even if it is in use. */
const LIFETIME_MS = 12 * HOUR_MS;
/** How often a session's last use is stored at most, because every write costs. */
const TOUCH_MS = MINUTE_MS;

/** The error for an invalid bearer token. It doesn't say why the token is invalid. */
export function invalidBearer(): ApiError {
  return new ApiError('unauthenticated', 'Your session has ended. Please sign in again.');
}

interface Dependencies extends Pick<Tools, 'transact' | 'startCall' | 'clock'> {
  signInData: SignInData;
  signing: Signing;
}

export type SessionService = ReturnType<typeof createSessionService>;

/** Sessions of administrators who signed in with a password. */
export function createSessionService(dependencies: Dependencies) {
  const { signInData: data, signing, transact, startCall, clock } = dependencies;
  /** of tokens that are of no use, by their hashes, for a minute */
  const refusals = createUses(MINUTE_MS, clock);

  function isActive(session: Session | undefined): session is Session {
    const now = clock();
    return (
      session !== undefined &&
      now < session.expires_at.getTime() &&
      now < session.last_used_at.getTime() + IDLE_MS
    );
  }

  /** Stores the time of this use. */
  async function touch(id: string): Promise<void> {
    await transact(
      {
        read: (transaction) => data.sessions.read(transaction, id),
        write(transaction, session) {
          if (!isActive(session)) throw invalidBearer();
          data.sessions.update(transaction, id, { last_used_at: new Date(clock()) });
        },
      },
      // What the call itself may store is another matter.
      startCall(),
    );
  }

  return {
    /** Opens a session. Only the hash of the returned token is stored. */
    async open(
      { username, password_id }: AdminAccount,
      call: CallState,
    ): Promise<EndpointOutput<'loginAdmin'>> {
      const token = await signing.signId('session', randomBytes(32).toString('base64url'));
      const now = new Date(clock());
      const expires_at = new Date(now.getTime() + LIFETIME_MS);
      const session = { username, password_id, created_at: now, last_used_at: now, expires_at };
      const write = (transaction: Transaction) =>
        data.sessions.write(transaction, sha256(token), session);
      await transact({ read: async () => undefined, write }, call);
      return { access_token: token, token_type: 'bearer', expires_at: expires_at.toISOString() };
    },
    /**
     * The administrator with this session token; two billed reads, and at most one write a minute. A token that this
     * site has not issued costs no read, one that is of no use at most one a minute.
     * @throws ApiError unauthenticated when the session has ended or the account can't be used
     */
    async identify(token: string): Promise<Identity> {
      const id = sha256(token);
      const isSigned = (await signing.openId('session', token)) !== undefined;
      if (!isSigned || refusals.usesOf(id) > 0) throw invalidBearer();
      const session = await data.sessions.find(id);
      const admin = isActive(session) ? await data.admins.find(session.username) : undefined;
      if (!session || !admin || admin.disabled || admin.password_id !== session.password_id) {
        refusals.take({ [id]: Infinity });
        throw invalidBearer();
      }
      if (clock() >= session.last_used_at.getTime() + TOUCH_MS) await touch(id);
      return { kind: 'admin', provider: 'password', username: admin.username, session: id };
    },
    /** Ends a session immediately. @param id the hash of its token */
    close: (id: string, call: CallState) =>
      transact(
        {
          read: async () => undefined,
          write: (transaction) => data.sessions.remove(transaction, id),
        },
        call,
      ),
  };
}
