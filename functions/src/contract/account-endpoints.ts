import type { Endpoint } from './endpoint.ts';
import * as entity from './accounts.ts';

/** The calls of signing in. */
export const accountEndpoints = {
  getAdmin: {
    method: 'GET',
    path: '/admin/me',
    summary: 'Returns the administrator that the bearer belongs to',
    access: 'admin',
    output: entity.admin,
  },
  loginAdmin: {
    method: 'POST',
    path: '/admin/login',
    summary: 'Signs an administrator in',
    description:
      'Sets the cookie `__session` for this path only. A browser that sends it has its own limit of wrong passwords, which nobody else can use up.',
    errors: {
      unauthenticated: 'unknown username or wrong password',
      too_many_requests: 'too many wrong passwords; Retry-After says when your reserved turn comes',
    },
    access: 'anyone',
    body: entity.adminLogin,
    bodyType: 'application/x-www-form-urlencoded',
    output: entity.accessToken,
    cookie: 'known-browser',
  },
  logoutAdmin: {
    method: 'POST',
    path: '/admin/logout',
    summary: 'Revokes the bearer',
    access: 'admin',
    output: entity.acknowledgment,
  },
  getAdminSetup: {
    method: 'GET',
    path: '/admin/setup',
    summary: 'Checks whether an administrator exists',
    access: 'anyone',
    output: entity.adminSetupState,
  },
  setupAdmin: {
    method: 'POST',
    path: '/admin/setup',
    summary: 'Creates the first administrator',
    description: 'Works once. In production it requires the deployment’s setup key.',
    errors: {
      forbidden: 'the setup key is wrong, or the deployment has none',
      conflict: 'an administrator already exists',
      too_many_requests: 'too many wrong keys',
    },
    access: 'anyone',
    success: 201,
    body: entity.adminSetup,
    output: entity.admin,
  },
  changePassword: {
    method: 'POST',
    path: '/admin/change-password',
    summary: 'Changes the administrator’s own password',
    description:
      'Ends all other sessions, and renews the cookie of `/admin/login` in this browser only.',
    errors: {
      forbidden: 'the current password is wrong',
      conflict:
        'a Google account has no password here, or another session changed it at the same time',
      too_many_requests: 'too many wrong passwords',
    },
    access: 'admin',
    body: entity.passwordChange,
    output: entity.acknowledgment,
    cookie: 'known-browser',
  },
  loginGoogle: {
    method: 'POST',
    path: '/auth/google',
    summary: 'Completes a Google sign-in',
    description:
      'Only the bearer, a Firebase ID token, is trusted. `refresh_token` asks the browser to refresh it, because its claims have changed.',
    access: 'google-user',
    body: entity.googleUser,
    output: entity.googleLogin,
  },
} as const satisfies Record<string, Endpoint>;
