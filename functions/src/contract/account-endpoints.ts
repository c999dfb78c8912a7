import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { calls, type Endpoint } from './calls.ts';
import { moment } from './fields.ts';

/** What a username may contain but does not show. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

const usernameText = z.string().min(1, 'Username is required').max(limits.usernameMaxLength);
/** Names that look alike, such as in full-width letters or with invisible characters, are the same one. */
const username = usernameText
  .transform((typed) => typed.replace(INVISIBLE, '').normalize('NFKC').replace(/\s+/g, ' ').trim())
  .pipe(usernameText);
const password = z.string().min(1).max(limits.passwordMaxLength);
const newPassword = z
  .string()
  .min(
    limits.passwordMinLength,
    `Password must be at least ${limits.passwordMinLength} characters long`,
  )
  .max(limits.passwordMaxLength);

const admin = z.strictObject({ username: z.string(), provider: z.enum(['password', 'google']) });
const acknowledgment = z.strictObject({ success: z.literal(true) });

export const accessToken = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_at: moment,
});
const adminSetupState = z.strictObject({
  admin_exists: z.boolean(),
  setup_key_required: z.boolean(),
});

/** The profile from the sign-in library. */
const googleUser = z.strictObject({
  uid: z.string().max(128),
  email: z.string().max(320).nullable(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  emailVerified: z.boolean(),
});

/** The calls of signing in. */
export const accountEndpoints = {
  getAdmin: { ...calls.getAdmin, output: admin },
  loginAdmin: {
    ...calls.loginAdmin,
    body: z.strictObject({ username, password }),
    output: accessToken,
  },
  logoutAdmin: { ...calls.logoutAdmin, output: acknowledgment },
  getAdminSetup: { ...calls.getAdminSetup, output: adminSetupState },
  setupAdmin: {
    ...calls.setupAdmin,
    success: 201,
    body: z.strictObject({
      username,
      password: newPassword,
      setup_key: z.string().max(limits.setupKeyMaxLength).optional(),
    }),
    output: admin,
  },
  changePassword: {
    ...calls.changePassword,
    body: z.strictObject({ current_password: password, new_password: newPassword }),
    output: acknowledgment,
  },
  loginGoogle: {
    ...calls.loginGoogle,
    body: googleUser,
    output: z.strictObject({
      user: googleUser,
      is_admin: z.boolean(),
      /** asks the browser to refresh its ID token, because its claims have changed */
      refresh_token: z.boolean(),
    }),
  },
} as const satisfies Record<string, Endpoint>;
