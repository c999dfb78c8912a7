import type { Identify } from '../platform/identity.ts';
import type { GoogleLoginService } from './google-login.service.ts';
import type { SessionService } from './sessions.service.ts';

/** Finds out whose bearer token a request carries. One of Google's has three parts. */
export function createIdentify(sessions: SessionService, google: GoogleLoginService): Identify {
  return (bearer) => (bearer.split('.').length === 3 ? google : sessions).identify(bearer);
}
