import * as z from 'zod/mini';

/** What the password thread is asked: to hash a password, or whether one belongs to a hash. */
export const passwordJob = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hash'), password: z.string() }),
  z.strictObject({ kind: z.literal('verify'), password: z.string(), hash: z.string() }),
]);
export type PasswordJob = z.infer<typeof passwordJob>;

/** What it answers to one job: the hash made, or whether the password matches. */
export const passwordResult = z.union([
  z.strictObject({ hash: z.string() }),
  z.strictObject({ matches: z.boolean() }),
]);
export type PasswordResult = z.infer<typeof passwordResult>;
