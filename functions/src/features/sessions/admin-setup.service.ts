import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createQueue } from '../../concurrency/queue.ts';
import type { Config } from '../../config.ts';
import { ApiError, type EndpointOutput, type ParsedInput } from '../../contract/index.ts';
import type { RefuseDuringRestore } from '../../database/restore-guard.ts';
import { writeTimeout, type Transact } from '../../database/transact.ts';
import type { NetworkKeys } from '../throttles/throttles.service.ts';
import { normalizeUsername, type AdminAccount, type AdminData } from './admins.data.ts';
import type { LoginGuard } from './login-guard.service.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface AdminSetupService {
  /** Whether an administrator was ever created, and whether creating one needs the setup key. */
  state(): Promise<EndpointOutput<'getAdminSetup'>>;
  /**
   * Creates the first administrator. This succeeds exactly once in the site's life, even if many calls
   * arrive at the same time.
   * @param network opaque keys of the caller's networks
   * @throws ApiError conflict when an administrator was ever created, forbidden without the right setup
   *   key, too_many_requests, or invalid_input
   */
  setup(
    input: ParsedInput<'setupAdmin'>['body'],
    network: NetworkKeys,
  ): Promise<EndpointOutput<'setupAdmin'>>;
}

interface Dependencies {
  config: Pick<Config, 'setupKey' | 'onEmulators'>;
  admins: AdminData;
  guard: LoginGuard;
  passwords: PasswordHasher;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
  refuseDuringRestore: RefuseDuringRestore;
}

function alreadyExists(): ApiError {
  return new ApiError('conflict', 'Admin user already exists. Please login instead.');
}

/** Compares two secrets in constant time. */
function sameSecret(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function requireUsername(typed: string): string {
  const username = normalizeUsername(typed);
  if (username !== '') return username;
  throw new ApiError('invalid_input', [
    { loc: ['body', 'username'], msg: 'Username is required', type: 'too_small' },
  ]);
}

/** Sets up a new site. */
export function createAdminSetupService(dependencies: Dependencies): AdminSetupService {
  const { config, admins, guard, passwords, transact, clock, refuseDuringRestore } = dependencies;
  /** Runs one setup at a time, so that simultaneous calls don't each compute a hash. */
  const oneAtATime = createQueue(writeTimeout(clock));

  /** @throws ApiError forbidden if the key is wrong or this site has no key */
  async function requireKey(given: string | undefined, network: NetworkKeys): Promise<void> {
    const { setupKey, onEmulators } = config;
    if (setupKey === undefined && onEmulators) return;
    const attempt = await guard.guessSetupKey(network);
    if (setupKey === undefined) {
      throw new ApiError('forbidden', 'This site has no setup key. Its operator must set one.');
    }
    if (!sameSecret(given ?? '', setupKey)) {
      throw new ApiError('forbidden', 'The setup key is wrong.');
    }
    await transact((transaction) => attempt.forgive(transaction));
  }

  async function create(admin: AdminAccount): Promise<void> {
    const { username, created_at } = admin;
    const attempt = randomUUID();
    await transact(async (transaction) => {
      // During a restore the administrator may be missing, and nobody else may take over the site.
      await refuseDuringRestore(transaction);
      const first = await admins.readFirstAdmin(transaction);
      // The commit of an earlier attempt may have failed with an error but happened anyway.
      if (first?.attempt === attempt) return;
      if (first) throw alreadyExists();
      admins.createFirstAdmin(transaction, { username, attempt, created_at });
      admins.create(transaction, admin);
    });
  }

  return {
    async state() {
      return {
        admin_exists: await admins.hasFirstAdmin(),
        setup_key_required: config.setupKey !== undefined || !config.onEmulators,
      };
    },
    async setup({ username: typed, password, setup_key }, network) {
      const username = requireUsername(typed);
      if (await admins.hasFirstAdmin()) throw alreadyExists();
      return oneAtATime(async () => {
        if (await admins.hasFirstAdmin()) throw alreadyExists();
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
  };
}
