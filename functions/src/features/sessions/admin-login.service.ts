import { randomUUID } from 'node:crypto';
import { ApiError, type EndpointOutput, type ParsedInput } from '../../contract/index.ts';
import type { Transact } from '../../database/transact.ts';
import type { Admin } from '../../identity.ts';
import type { NetworkKeys } from '../throttles/throttles.service.ts';
import { normalizeUsername, type AdminAccount, type AdminData } from './admins.data.ts';
import type { Attempt, LoginGuard } from './login-guard.service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SessionData } from './sessions.data.ts';
import { invalidBearer, type SessionService } from './sessions.service.ts';

/** Checked when the account does not exist, so that a wrong username takes as long as a wrong password. */
const DUMMY_HASH = '$2b$12$m.GbWEh/YYZOO5Wl6p/iQOrcLGASFT3xFiTYTSdb4lfFqMmjLGKN.';

const MAXIMUM_KNOWN_NETWORKS = 10;

export interface AdminLoginService {
  /**
   * Checks the password and opens a session.
   * @param network opaque keys of the caller's networks
   * @throws ApiError unauthenticated, the same for a wrong username and a wrong password, or
   *   too_many_requests
   */
  login(
    credentials: ParsedInput<'loginAdmin'>['body'],
    network: NetworkKeys,
  ): Promise<EndpointOutput<'loginAdmin'>>;
  /**
   * Changes the administrator's own password and ends all of their other sessions.
   * @throws ApiError conflict for a Google account, forbidden when the current password is wrong, or
   *   too_many_requests
   */
  changePassword(
    admin: Admin,
    passwords: ParsedInput<'changePassword'>['body'],
    network: NetworkKeys,
  ): Promise<void>;
}

interface Dependencies {
  admins: AdminData;
  sessions: SessionData;
  sessionService: SessionService;
  guard: LoginGuard;
  passwords: PasswordHasher;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

function refuseLogin(): ApiError {
  return new ApiError('unauthenticated', 'Incorrect username or password.');
}

/** The account's known networks, with this one as the most recent. */
function withNetwork({ known_networks }: AdminAccount, network: string): string[] {
  const others = known_networks.filter((known) => known !== network);
  return [...others, network].slice(-MAXIMUM_KNOWN_NETWORKS);
}

/** Signs in with the administrator's password and changes it. */
export function createAdminLoginService(dependencies: Dependencies): AdminLoginService {
  const { admins, sessions, sessionService, guard, passwords, transact, clock } = dependencies;

  /** Finds the account and counts a guess at its password. */
  async function countGuess(username: string, network: NetworkKeys) {
    const admin = username === '' ? undefined : await admins.find(username);
    const networkIsKnown = admin?.known_networks.includes(network.narrow) ?? false;
    const attempt = await guard.guessPassword({ username, network, networkIsKnown });
    return { admin, networkIsKnown, attempt };
  }

  /**
   * Whether the guess is right. A guess that could not be checked because of a fault is forgiven. One that
   * failed because the site is overloaded still counts, so that overloading it uses up guesses.
   */
  async function verify(
    { networkIsKnown, attempt }: { networkIsKnown: boolean; attempt: Attempt },
    password: string,
    hash: string,
  ): Promise<boolean> {
    try {
      return await passwords.verify(password, hash, networkIsKnown);
    } catch (error) {
      const overloaded = error instanceof ApiError && error.code === 'unavailable';
      if (!overloaded) await transact((transaction) => attempt.forgive(transaction));
      throw error;
    }
  }

  return {
    async login({ username: typed, password }, network) {
      const username = normalizeUsername(typed);
      const guess = await countGuess(username, network);
      const { admin, attempt } = guess;
      const right = await verify(guess, password, admin?.password_hash ?? DUMMY_HASH);
      if (!admin || !right) throw refuseLogin();
      return transact(async (transaction) => {
        const current = await admins.read(transaction, username);
        if (!current || current.disabled || current.password_id !== admin.password_id) {
          throw refuseLogin();
        }
        await attempt.forgive(transaction);
        if (current.known_networks.at(-1) !== network.narrow) {
          const known_networks = withNetwork(current, network.narrow);
          admins.update(transaction, username, { known_networks });
        }
        return sessionService.open(transaction, current);
      });
    },

    async changePassword(identity, { current_password, new_password }, network) {
      if (identity.provider === 'google') {
        throw new ApiError(
          'conflict',
          'You signed in with Google, so there is no password to change.',
        );
      }
      const { username, session } = identity;
      const guess = await countGuess(username, network);
      const { admin, attempt } = guess;
      if (!admin) throw invalidBearer();
      if (!(await verify(guess, current_password, admin.password_hash))) {
        throw new ApiError('forbidden', 'Current password is incorrect.');
      }
      const password_hash = await passwords.hash(new_password);
      const password_id = randomUUID();
      await transact(async (transaction) => {
        const current = await admins.read(transaction, username);
        // The commit of an earlier attempt may have failed with an error but happened anyway.
        if (current?.password_id === password_id) return;
        const openSession = await sessions.read(transaction, session);
        if (!current || current.disabled || !openSession) throw invalidBearer();
        if (current.password_id !== admin.password_id) {
          throw new ApiError('conflict', 'Another session changed the password.');
        }
        await attempt.forgive(transaction);
        admins.update(transaction, username, {
          password_hash,
          password_id,
          password_changed_at: new Date(clock()),
          known_networks: [network.narrow],
        });
        sessions.update(transaction, session, { password_id });
      });
    },
  };
}
