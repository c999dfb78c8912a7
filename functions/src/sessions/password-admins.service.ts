import { randomUUID, timingSafeEqual } from 'node:crypto';
import { ApiError, type EndpointOutput, type ParsedInput } from '../contract/index.ts';
import type { CallState } from '../platform/deadline.ts';
import type { Admin } from '../platform/identity.ts';
import { onceInFiveSeconds } from '../platform/once.ts';
import { createQueue } from '../platform/queue.ts';
import type { Networks } from '../platform/quota.ts';
import { sha256 } from '../platform/sha256.ts';
import type { Signing } from '../platform/signing.service.ts';
import type { Tools } from '../platform/tools.ts';
import type { LoginGuard } from './login-guard.service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { invalidBearer, type SessionService } from './sessions.service.ts';
import type { AdminAccount, SignInData } from './sign-in.data.ts';

const MARK = 'known-browser';

interface Dependencies extends Pick<Tools, 'config' | 'transact' | 'clock'> {
  signInData: SignInData;
  sessions: SessionService;
  guard: LoginGuard;
  signing: Signing;
  passwords: PasswordHasher;
}

function alreadyExists(): ApiError {
  return new ApiError('conflict', 'Admin user already exists. Please login instead.');
}

/** Compares two secrets in constant time. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => Buffer.from(sha256(text));
  return timingSafeEqual(digest(given), digest(expected));
}

export type PasswordAdmins = ReturnType<typeof createPasswordAdmins>;

/** Creates the first administrator, signs in with a password and changes it. */
export function createPasswordAdmins(dependencies: Dependencies) {
  const { config, signInData: data, sessions, guard, passwords } = dependencies;
  const { signing, transact, clock } = dependencies;
  const { setupKey, onEmulators } = config;
  const hasFirstAdmin = onceInFiveSeconds(
    async () => (await data.hasFirstAdmin()) || undefined,
    clock,
  );
  /** The mark of a browser that has signed in with a password, for its cookie. A new password ends it. */
  const markBrowser = ({ password_id }: Pick<AdminAccount, 'password_id'>) =>
    signing.signId(MARK, password_id);
  /** So that simultaneous calls don't each compute a hash. */
  const setUpInTurn = createQueue();

  /** @throws ApiError forbidden if the key is wrong or this site has no key */
  function requireKey(given: string | undefined, network: Networks): void {
    if (setupKey === undefined && onEmulators) return;
    guard.guessSetupKey(network);
    if (setupKey === undefined) {
      throw new ApiError('forbidden', 'This site has no setup key. Its operator must set one.');
    }
    if (!sameSecret(given ?? '', setupKey)) {
      throw new ApiError('forbidden', 'The setup key is wrong.');
    }
  }

  /** What a password is stored as. Its random id is in every session that it opens. */
  async function newPassword(password: string) {
    const password_hash = await passwords.hash(password);
    return { password_hash, password_id: randomUUID(), password_changed_at: new Date(clock()) };
  }

  return {
    /** Whether an administrator was ever created, and whether creating one needs the setup key. */
    async state(): Promise<EndpointOutput<'getAdminSetup'>> {
      return {
        admin_exists: (await hasFirstAdmin()) ?? false,
        setup_key_required: setupKey !== undefined || !onEmulators,
      };
    },

    /**
     * Creates the first administrator. This succeeds exactly once in the site's life, even if many calls arrive at the
     * same time.
     * @throws ApiError conflict when an administrator was ever created, forbidden without the right setup key, or
     *   too_many_requests
     */
    async setup(
      { username, password, setup_key }: ParsedInput<'setupAdmin'>['body'],
      network: Networks,
      call: CallState,
    ): Promise<EndpointOutput<'setupAdmin'>> {
      const run = async () => {
        if (await hasFirstAdmin()) throw alreadyExists();
        requireKey(setup_key, network);
        const stored = await newPassword(password);
        const created_at = stored.password_changed_at;
        await transact(
          {
            async read(transaction) {
              const admin = await data.admins.read(transaction, username);
              return { admin, isClaimed: await data.hasFirstAdmin(transaction) };
            },
            earlier: ({ admin }) => admin?.password_id === stored.password_id || undefined,
            write(transaction, { isClaimed }) {
              if (isClaimed) throw alreadyExists();
              data.createFirstAdmin(transaction, { username, created_at });
              const admin = { username, ...stored, created_at, disabled: false };
              data.admins.create(transaction, username, admin);
              return true;
            },
          },
          call,
        );
        return { username, provider: 'password' } as const;
      };
      return setUpInTurn(run, { signal: call.signal });
    },

    /**
     * Checks the password and opens a session.
     * @returns the session, and the mark for the browser's cookie
     * @throws ApiError unauthenticated, the same for a wrong username and a wrong password, or too_many_requests
     */
    async login(
      { username, password }: ParsedInput<'loginAdmin'>['body'],
      { network, mark }: { network: Networks; mark: string | undefined },
      call: CallState,
    ): Promise<{ session: EndpointOutput<'loginAdmin'>; mark: string }> {
      const known = mark ? await signing.openId(MARK, mark) : undefined;
      guard.guessPassword('check', username, network, known);
      const find = async () => {
        guard.guessPassword('take', username, network, known);
        const account = await data.admins.find(username);
        // The password has changed since the browser got its mark.
        if (known && known !== account?.password_id) guard.guessPassword('take', username, network);
        return account;
      };
      const admin = await passwords.verify(password, find, known !== undefined);
      if (!admin || admin.disabled) {
        throw new ApiError('unauthenticated', 'Incorrect username or password.');
      }
      return { session: await sessions.open(admin, call), mark: await markBrowser(admin) };
    },

    /**
     * Changes the administrator's own password and ends all of their other sessions.
     * @returns the mark for the browser's cookie; former marks have ended
     * @throws ApiError conflict for a Google account, forbidden when the current password is wrong, or too_many_requests
     */
    async changePassword(
      identity: Admin,
      { current_password, new_password }: ParsedInput<'changePassword'>['body'],
      call: CallState,
    ): Promise<string> {
      if (identity.provider === 'google') {
        throw new ApiError(
          'conflict',
          'You signed in with Google, so there is no password to change.',
        );
      }
      const { username, session } = identity;
      guard.guessInSession(session);
      const find = () => data.admins.find(username);
      const admin = await passwords.verify(current_password, find, true);
      if (!admin) {
        throw new ApiError('forbidden', 'Current password is incorrect.');
      }
      const stored = await newPassword(new_password);
      const { password_id } = stored;
      await transact(
        {
          read: async (transaction) => ({
            current: await data.admins.read(transaction, username),
            openSession: await data.sessions.read(transaction, session),
          }),
          earlier: ({ current }) => current?.password_id === password_id || undefined,
          write(transaction, { current, openSession }) {
            if (!current || current.disabled || !openSession) throw invalidBearer();
            if (current.password_id !== admin.password_id) {
              throw new ApiError('conflict', 'Another session changed the password.');
            }
            data.admins.update(transaction, username, stored);
            data.sessions.update(transaction, session, { password_id });
            return true;
          },
        },
        call,
      );
      return markBrowser(stored);
    },
  };
}
