import type { Config } from '../../config.ts';
import type { RefuseDuringRestore } from '../../platform/database/restore-guard.ts';
import type { DataSource } from '../../platform/database/stored-document.data.ts';
import type { Transact } from '../../platform/database/transact.ts';
import type { Identify } from '../../identity.ts';
import type { ThrottleService } from '../../platform/throttles/throttles.service.ts';
import type { Signing } from '../../platform/signing/signing.service.ts';
import { createGoogleAccounts } from './google-accounts.data.ts';
import { createGoogleLoginService } from './google-login.service.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { createLoginGuard } from './login-guard.service.ts';
import { createPasswordAdmins } from './password-admins.service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { createSessionService, invalidBearer, isSessionToken } from './sessions.service.ts';
import { createSignInData } from './sign-in.data.ts';

interface Dependencies {
  config: Config;
  source: DataSource;
  passwords: PasswordHasher;
  throttles: ThrottleService;
  signing: Signing;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
  refuseDuringRestore: RefuseDuringRestore;
}

export type SignIn = ReturnType<typeof createSignIn>;

/** The services for signing in, and `identify`, which finds out whose bearer token a request carries. */
export function createSignIn(dependencies: Dependencies) {
  const { config, source, transact, clock } = dependencies;
  const data = createSignInData(source);
  const guard = createLoginGuard({ ...dependencies, data });
  const sessions = createSessionService({ data, transact, clock });
  const googleLogin = createGoogleLoginService({
    accounts: createGoogleAccounts(config),
    data,
    adminEmail: config.adminEmail,
    transact,
    clock,
    maxInstances: config.maxInstances,
  });
  const identify: Identify = (bearer, network) => {
    if (isSessionToken(bearer)) return sessions.identify(bearer);
    if (bearer.includes('.')) return googleLogin.identify(bearer, network);
    return Promise.reject(invalidBearer());
  };
  return {
    identify,
    sessions,
    googleLogin,
    passwordAdmins: createPasswordAdmins({
      ...dependencies,
      data,
      sessions,
      guard,
      browsers: createKnownBrowsers(dependencies.signing),
    }),
  };
}
