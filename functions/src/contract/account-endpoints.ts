import { calls } from './calls.ts';
import type { Endpoint } from './endpoint.ts';
import * as entity from './accounts.ts';

/** The calls of signing in. */
export const accountEndpoints = {
  getAdmin: {
    ...calls.getAdmin,
    summary: 'Returns the administrator that the bearer belongs to',
    output: entity.admin,
  },
  loginAdmin: {
    ...calls.loginAdmin,
    summary: 'Signs an administrator in',
    description:
      'Sets the cookie `__session` for this path only. A browser that sends it has its own limit of wrong passwords, which nobody else can use up.',
    errors: {
      unauthenticated: 'unknown username or wrong password',
      too_many_requests: 'too many wrong passwords; Retry-After says when your reserved turn comes',
    },
    body: entity.adminLogin,
    output: entity.accessToken,
  },
  logoutAdmin: {
    ...calls.logoutAdmin,
    summary: 'Revokes the bearer',
    output: entity.acknowledgment,
  },
  getAdminSetup: {
    ...calls.getAdminSetup,
    summary: 'Checks whether an administrator exists',
    output: entity.adminSetupState,
  },
  setupAdmin: {
    ...calls.setupAdmin,
    summary: 'Creates the first administrator',
    description: 'Works once. In production it requires the deployment’s setup key.',
    errors: {
      forbidden: 'the setup key is wrong, or the deployment has none',
      conflict: 'an administrator already exists',
      too_many_requests: 'too many wrong keys',
    },
    success: 201,
    body: entity.adminSetup,
    output: entity.admin,
  },
  changePassword: {
    ...calls.changePassword,
    summary: 'Changes the administrator’s own password',
    description:
      'Ends all other sessions, and renews the cookie of `/admin/login` in this browser only.',
    errors: {
      forbidden: 'the current password is wrong',
      conflict:
        'a Google account has no password here, or another session changed it at the same time',
      too_many_requests: 'too many wrong passwords',
    },
    body: entity.passwordChange,
    output: entity.acknowledgment,
  },
  loginGoogle: {
    ...calls.loginGoogle,
    summary: 'Completes a Google sign-in',
    description:
      'Only the bearer, a Firebase ID token, is trusted. `refresh_token` asks the browser to refresh it, because its claims have changed.',
    body: entity.googleUser,
    output: entity.googleLogin,
  },
} as const satisfies Record<string, Endpoint>;
