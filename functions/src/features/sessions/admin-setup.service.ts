import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createQueue } from '../../concurrency/queue.ts';
import type { Config } from '../../config.ts';
import { ApiError, type EndpointOutput, type ParsedInput } from '../../contract/index.ts';
import type { RefuseDuringRestore } from '../../database/restore-guard.ts';
import { writeTimeout, type Transact } from '../../database/transact.ts';
import type { NetworkKeys } from '../throttles/throttles.service.ts';
import type { LoginGuard } from './login-guard.service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { normalizeUsername, type AdminAccount, type SignInData } from './sign-in.data.ts';

interface Dependencies {
  config: Pick<Config, 'setupKey' | 'onEmulators'>;
  data: SignInData;
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
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function requireUsername(typed: string): string {
  const username = normalizeUsername(typed);
  if (username !== '') return username;
  throw new ApiError('invalid_input', [
    { loc: ['body', 'username'], msg: 'Username is required', type: 'too_small' },
  ]);
}

/** Sets up a new site. */
export function createAdminSetupService(dependencies: Dependencies) {
  const { config, data, guard, passwords, transact, clock, refuseDuringRestore } = dependencies;
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
      // During a restore the administrator may be missing, and nobody else may take over the site.
      await refuseDuringRestore(transaction);
      const first = await data.readFirstAdmin(transaction);
      // The commit of an earlier attempt may have failed with an error but happened anyway.
      if (first?.attempt === attempt) return;
      if (first) throw alreadyExists();
      data.createFirstAdmin(transaction, { username, attempt, created_at });
      data.createAdmin(transaction, admin);
    });
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
     *   key, too_many_requests, or invalid_input
     */
    async setup(
      { username: typed, password, setup_key }: ParsedInput<'setupAdmin'>['body'],
      network: NetworkKeys,
    ): Promise<EndpointOutput<'setupAdmin'>> {
      const username = requireUsername(typed);
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
  };
}
