import * as z from 'zod/mini';

/** A job for the password thread: hash a password, or compare one with a hash. */
export const passwordJob = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hash'), password: z.string() }),
  z.strictObject({ kind: z.literal('verify'), password: z.string(), hash: z.string() }),
]);
export type PasswordJob = z.infer<typeof passwordJob>;

/** The result of a job: the hash, or whether the password matches. */
export const passwordResult = z.union([
  z.strictObject({ hash: z.string() }),
  z.strictObject({ matches: z.boolean() }),
]);
export type PasswordResult = z.infer<typeof passwordResult>;
