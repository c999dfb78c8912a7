import * as z from 'zod/mini';

const environment = z.object({
  /** Set by every Firebase runtime and emulator. */
  GCLOUD_PROJECT: z._default(z.string().check(z.minLength(1)), 'demo-chuck-norris-facts'),
  FIREBASE_STORAGE_BUCKET: z.optional(z.string().check(z.minLength(1))),
  /** Set where the function runs on a local stack. */
  FIRESTORE_EMULATOR_HOST: z.optional(z.string()),
  /**
   * How many proxies of ours stand behind the one that saw the client: Google's front end adds one
   * entry to X-Forwarded-For after the one of Hosting's CDN. The local stack has Hosting alone.
   */
  TRUSTED_PROXY_HOPS: z.optional(z.string().check(z.regex(/^[0-9]$/))),
});

export interface Config {
  projectId: string;
  storageBucket: string;
  onEmulators: boolean;
  trustedProxyHops: number;
}

/**
 * The configuration out of environment variables, checked here and nowhere else.
 * @throws when a variable is malformed, naming it
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    throw new Error(`Environment: ${z.prettifyError(parsed.error)}`);
  }
  const { data } = parsed;
  const onEmulators = data.FIRESTORE_EMULATOR_HOST !== undefined;
  return {
    projectId: data.GCLOUD_PROJECT,
    storageBucket: data.FIREBASE_STORAGE_BUCKET ?? `${data.GCLOUD_PROJECT}.appspot.com`,
    onEmulators,
    trustedProxyHops: Number(data.TRUSTED_PROXY_HOPS ?? (onEmulators ? 0 : 1)),
  };
}
