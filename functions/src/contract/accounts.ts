import * as z from 'zod/mini';
import { described } from './fields.ts';
import { moment } from './moment.ts';
import { limits } from '../domain/limits.ts';

/** What a username may contain but does not show. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

const usernameText = z
  .string()
  .check(z.minLength(1, 'Username is required'), z.maxLength(limits.usernameMaxLength));
/** Names that look alike, such as in full-width letters or with invisible characters, are the same one. */
const username = z.pipe(
  z.pipe(
    usernameText,
    z.transform((typed: string) =>
      typed.replace(INVISIBLE, '').normalize('NFKC').replace(/\s+/g, ' ').trim(),
    ),
  ),
  usernameText,
);
const password = z.string().check(z.minLength(1), z.maxLength(limits.passwordMaxLength));
const newPassword = z
  .string()
  .check(
    z.minLength(
      limits.passwordMinLength,
      `Password must be at least ${limits.passwordMinLength} characters long`,
    ),
    z.maxLength(limits.passwordMaxLength),
  );

export const admin = z.strictObject({
  username: z.string(),
  provider: z.enum(['password', 'google']),
});
export const adminLogin = z.strictObject({ username, password });
export const accessToken = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_at: moment,
});
export const adminSetupState = z.strictObject({
  admin_exists: z.boolean(),
  setup_key_required: z.boolean(),
});
export const adminSetup = z.strictObject({
  username,
  password: newPassword,
  setup_key: described(
    z.optional(z.string().check(z.maxLength(limits.setupKeyMaxLength))),
    'The deployment’s `SETUP_KEY`; not needed on the emulators',
  ),
});
export const passwordChange = z.strictObject({
  current_password: password,
  new_password: newPassword,
});
export const acknowledgment = z.strictObject({ success: z.literal(true) });

/** The profile from the sign-in library (specification §3, Google user). */
export const googleUser = z.strictObject({
  uid: z.string().check(z.maxLength(128)),
  email: z.nullable(z.string().check(z.maxLength(320))),
  displayName: z.nullable(z.string().check(z.maxLength(500))),
  photoURL: z.nullable(z.string().check(z.maxLength(2_000))),
  emailVerified: z.boolean(),
});
export const googleLogin = z.strictObject({
  user: googleUser,
  is_admin: z.boolean(),
  refresh_token: z.boolean(),
});
