import * as z from 'zod/mini';

const header = z.object({ alg: z.string() });
const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(128)),
  /** seconds since the epoch */
  exp: z.number(),
  auth_time: z.number(),
  admin: z.optional(z.unknown()),
  firebase: z.object({ sign_in_provider: z.string() }),
});

/** The claims of a Firebase ID token, not yet verified. */
export interface FirebaseToken {
  uid: string;
  /** when the user signed in, in milliseconds since the epoch */
  signedInAt: number;
  /** milliseconds since the epoch */
  expiresAt: number;
  /** `google.com` for a Google sign-in */
  provider: string;
  /** whether the token has the claim `admin: true` */
  hasAdminClaim: boolean;
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Decodes a bearer token as a Firebase ID token; undefined when it isn't one. */
export function readFirebaseToken(bearer: string): FirebaseToken | undefined {
  const parts = bearer.split('.');
  if (parts.length !== 3) return undefined;
  const parsedHeader = header.safeParse(decode(parts[0] ?? ''));
  const parsed = claims.safeParse(decode(parts[1] ?? ''));
  if (!parsedHeader.success || !parsed.success) return undefined;
  const { sub, exp, auth_time, admin, firebase } = parsed.data;
  return {
    uid: sub,
    signedInAt: auth_time * 1_000,
    expiresAt: exp * 1_000,
    provider: firebase.sign_in_provider,
    hasAdminClaim: admin === true,
  };
}
