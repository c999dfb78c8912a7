import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createQueue } from '../../platform/concurrency/queue.ts';
import type { Config } from '../../config.ts';
import { ApiError, type EndpointOutput, type ParsedInput } from '../../contract/index.ts';
import { writeTimeout, type Transact } from '../../platform/database/transact.ts';
import type { Admin } from '../../identity.ts';
import type { NetworkKeys } from '../../platform/throttles/memory-quota.ts';
import type { Client, Guess, LoginGuard } from './login-guard.service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { invalidBearer, type SessionService } from './sessions.service.ts';
import { isUsable, type AdminAccount, type SignInData } from './sign-in.data.ts';

/** Checked when the account does not exist, so that a wrong username takes as long as a wrong password. */
const DUMMY_HASH = '$2b$12$m.GbWEh/YYZOO5Wl6p/iQOrcLGASFT3xFiTYTSdb4lfFqMmjLGKN.';

const MAXIMUM_KNOWN_NETWORKS = 10;

interface Dependencies {
  config: Pick<Config, 'setupKey' | 'onEmulators'>;
  data: SignInData;
  sessions: SessionService;
  guard: LoginGuard;
  passwords: PasswordHasher;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

function alreadyExists(): ApiError {
  return new ApiError('conflict', 'Admin user already exists. Please login instead.');
}

function refuseLogin(): ApiError {
  return new ApiError('unauthenticated', 'Incorrect username or password.');
}

/** Compares two secrets in constant time. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** The account's known networks, with this one as the most recent. */
function withNetwork({ known_networks }: AdminAccount, network: string): string[] {
  const others = known_networks.filter((known) => known !== network);
  return [...others, network].slice(-MAXIMUM_KNOWN_NETWORKS);
}

export type PasswordAdmins = ReturnType<typeof createPasswordAdmins>;

/** Creates the first administrator, signs in with a password and changes it. */
export function createPasswordAdmins(dependencies: Dependencies) {
  const { config, data, sessions, guard, passwords, transact, clock } = dependencies;
  const { setupKey, onEmulators } = config;
  /** Runs one setup at a time, so that simultaneous calls don't each compute a hash. */
  const oneAtATime = createQueue(writeTimeout(clock));

  /** @throws ApiError forbidden if the key is wrong or this site has no key */
  async function requireKey(given: string | undefined, network: NetworkKeys): Promise<void> {
    if (setupKey === undefined && onEmulators) return;
    const forgive = await guard.guessSetupKey(network);
    if (setupKey === undefined) {
      throw new ApiError('forbidden', 'This site has no setup key. Its operator must set one.');
    }
    if (!sameSecret(given ?? '', setupKey)) {
      throw new ApiError('forbidden', 'The setup key is wrong.');
    }
    await transact(forgive);
  }

  async function create(admin: AdminAccount): Promise<void> {
    const { username, created_at } = admin;
    const attempt = randomUUID();
    await transact(async (transaction) => {
      const first = await data.readFirstAdmin(transaction);
      // The commit of an earlier attempt may have failed with an error but happened anyway.
      if (first?.attempt === attempt) return;
      if (first) throw alreadyExists();
      data.createFirstAdmin(transaction, { username, attempt, created_at });
      data.admins.create(transaction, username, admin);
    });
  }

  /**
   * Whether the guess is right. A guess that could not be checked because of a fault is forgiven. One that
   * failed because the site is overloaded still counts, so that overloading it uses up guesses.
   */
  async function verify(
    admin: AdminAccount | undefined,
    { urgent, forgive }: Guess,
    password: string,
  ): Promise<boolean> {
    try {
      const hash = admin?.password_hash ?? DUMMY_HASH;
      return await passwords.verify(password, hash, urgent);
    } catch (error) {
      const shed = error instanceof ApiError && error.shed;
      if (!shed) await transact(forgive);
      throw error;
    }
  }

  return {
    /** Whether an administrator was ever created, and whether creating one needs the setup key. */
    async state(): Promise<EndpointOutput<'getAdminSetup'>> {
      return {
        admin_exists: await data.hasFirstAdmin(),
        setup_key_required: setupKey !== undefined || !onEmulators,
      };
    },
    /**
     * Creates the first administrator. This succeeds exactly once in the site's life, even if many calls
     * arrive at the same time.
     * @param network opaque keys of the caller's networks
     * @throws ApiError conflict when an administrator was ever created, forbidden without the right setup
     *   key, or too_many_requests
     */
    async setup(
      { username, password, setup_key }: ParsedInput<'setupAdmin'>['body'],
      network: NetworkKeys,
    ): Promise<EndpointOutput<'setupAdmin'>> {
      if (await data.hasFirstAdmin()) throw alreadyExists();
      return oneAtATime(async () => {
        if (await data.hasFirstAdmin()) throw alreadyExists();
        await requireKey(setup_key, network);
        const password_hash = await passwords.hash(password);
        const created_at = new Date(clock());
        await create({
          username,
          password_hash,
          password_id: randomUUID(),
          created_at,
          password_changed_at: created_at,
          disabled: false,
          known_networks: [network.narrow],
        });
        return { username, provider: 'password' };
      });
    },

    /**
     * Checks the password and opens a session.
     * @returns the session, and the mark for the browser's cookie
     * @throws ApiError unauthenticated, the same for a wrong username and a wrong password, or
     *   too_many_requests
     */
    async login(
      { username, password }: ParsedInput<'loginAdmin'>['body'],
      client: Client,
    ): Promise<{ session: EndpointOutput<'loginAdmin'>; mark: string }> {
      const { narrow } = client.network;
      const admin = await data.admins.find(username);
      const guess = await guard.guessPassword(username, admin, client);
      const right = await verify(admin, guess, password);
      if (!admin || !right) throw refuseLogin();
      const mark = await guard.markBrowser(admin, guess.browser);
      const session = await transact(async (transaction) => {
        const current = await data.admins.read(transaction, username);
        if (!current || !isUsable(current) || current.password_id !== admin.password_id) {
          throw refuseLogin();
        }
        await guess.forgive(transaction);
        if (current.known_networks.at(-1) !== narrow) {
          const known_networks = withNetwork(current, narrow);
          data.admins.update(transaction, username, { known_networks });
        }
        return sessions.open(transaction, current);
      });
      return { session, mark };
    },

    /**
     * Changes the administrator's own password and ends all of their other sessions.
     * @param network opaque keys of the caller's networks
     * @returns the mark for the browser's cookie; former marks have ended
     * @throws ApiError conflict for a Google account, forbidden when the current password is wrong, or
     *   too_many_requests
     */
    async changePassword(
      identity: Admin,
      { current_password, new_password }: ParsedInput<'changePassword'>['body'],
      network: NetworkKeys,
    ): Promise<string> {
      if (identity.provider === 'google') {
        throw new ApiError(
          'conflict',
          'You signed in with Google, so there is no password to change.',
        );
      }
      const { username, session } = identity;
      const forgive = await guard.guessInSession(session);
      const admin = await data.admins.find(username);
      if (!admin) throw invalidBearer();
      if (!(await verify(admin, { urgent: true, forgive }, current_password))) {
        throw new ApiError('forbidden', 'Current password is incorrect.');
      }
      const password_hash = await passwords.hash(new_password);
      const password_id = randomUUID();
      await transact(async (transaction) => {
        const current = await data.admins.read(transaction, username);
        // The commit of an earlier attempt may have failed with an error but happened anyway.
        if (current?.password_id === password_id) return;
        const openSession = await data.sessions.read(transaction, session);
        if (!current || !isUsable(current) || !openSession) throw invalidBearer();
        if (current.password_id !== admin.password_id) {
          throw new ApiError('conflict', 'Another session changed the password.');
        }
        await forgive(transaction);
        data.admins.update(transaction, username, {
          password_hash,
          password_id,
          password_changed_at: new Date(clock()),
          known_networks: [network.narrow],
        });
        data.sessions.update(transaction, session, { password_id });
      });
      return guard.markBrowser({ ...admin, password_id });
    },
  };
}
