import * as z from 'zod/mini';

/** Whether a text is a web origin and nothing more. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return origin === text && (protocol === 'https:' || protocol === 'http:');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const firebaseConfig = z.object({ storageBucket: z.optional(z.string()) });

const environment = z.object({
  /** Set by every Firebase runtime and emulator. */
  GCLOUD_PROJECT: z.optional(z.string().check(z.minLength(1))),
  /** The same, as Google Cloud names it. */
  GOOGLE_CLOUD_PROJECT: z.optional(z.string().check(z.minLength(1))),
  /** Where visitors find the site, if it has a domain of its own. */
  SITE_ORIGIN: z.optional(
    z.string().check(z.refine(isOrigin, 'Must be like https://facts.example')),
  ),
  /** Set by every Firebase runtime and emulator; names the project's own bucket. */
  FIREBASE_CONFIG: z.optional(z.pipe(z.string(), z.transform(parseJson))),
  /** Set by a Functions emulator, also where it only finds out what there is. */
  FUNCTIONS_EMULATOR: z.optional(z.string()),
  /** Set where the function runs on a local stack. */
  FIRESTORE_EMULATOR_HOST: z.optional(z.string()),
  /**
   * Set by Cloud Run and by the official Functions emulator where the function runs, not where
   * firebase-tools only loads it to find out what it exports.
   */
  K_SERVICE: z.optional(z.string()),
  /** Likewise on a local stack; with it unsigned ID tokens are accepted. */
  FIREBASE_AUTH_EMULATOR_HOST: z.optional(z.string()),
  /** Claiming a new site needs this key. In production a site without one can't be claimed. */
  SETUP_KEY: z.optional(z.string()),
  /** The Google account that is an administrator's. */
  ADMIN_EMAIL: z.optional(z.email()),
  /**
   * How many proxies of ours stand behind the one that saw the client: Google's front end adds one
   * entry to X-Forwarded-For after the one of Hosting's CDN. The local stack has Hosting alone.
   */
  TRUSTED_PROXY_HOPS: z.optional(z.string().check(z.regex(/^[0-9]$/))),
  /** The Gemini model that generates images, and where it runs. */
  IMAGE_MODEL: z._default(z.string().check(z.regex(/^[\w.@-]+$/)), 'gemini-3.1-flash-image'),
  IMAGE_LOCATION: z._default(z.string().check(z.regex(/^[a-z0-9-]+$/)), 'global'),
});

export interface Config {
  projectId: string;
  storageBucket: string;
  /** such as `https://facts.example`; a request's own word on its host is never taken */
  siteOrigin: string;
  onEmulators: boolean;
  /** whether Firebase's own Functions emulator, or what stands in for it, has loaded this */
  inFunctionsEmulator: boolean;
  /** undefined: on the emulators none is needed, in production none is right */
  setupKey: string | undefined;
  /** in lower case; undefined when no Google account is an administrator's */
  adminEmail: string | undefined;
  trustedProxyHops: number;
  imageModel: string;
  imageLocation: string;
}

function ownBucket(config: unknown): string | undefined {
  const parsed = firebaseConfig.safeParse(config);
  return parsed.success ? parsed.data.storageBucket : undefined;
}

/**
 * The configuration out of environment variables, checked here and nowhere else. An empty one is none:
 * firebase-tools writes one where a question was left unanswered.
 * @throws when a variable is malformed, naming it
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.entries(variables).filter(([, value]) => value !== '');
  const parsed = environment.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw new Error(`Environment: ${z.prettifyError(parsed.error)}`);
  }
  const { data } = parsed;
  const onEmulators = data.FIRESTORE_EMULATOR_HOST !== undefined;
  const deployed = data.K_SERVICE !== undefined && !onEmulators;
  if (deployed && data.FIREBASE_AUTH_EMULATOR_HOST !== undefined) {
    throw new Error('Environment: FIREBASE_AUTH_EMULATOR_HOST must not be set in production');
  }
  const adminEmail = data.ADMIN_EMAIL ?? (onEmulators ? 'admin@example.com' : undefined);
  const projectId = data.GCLOUD_PROJECT ?? data.GOOGLE_CLOUD_PROJECT ?? 'demo-chuck-norris-facts';
  return {
    projectId,
    storageBucket: ownBucket(data.FIREBASE_CONFIG) ?? `${projectId}.firebasestorage.app`,
    siteOrigin: data.SITE_ORIGIN ?? `https://${projectId}.web.app`,
    onEmulators,
    inFunctionsEmulator: data.FUNCTIONS_EMULATOR !== undefined,
    setupKey: data.SETUP_KEY,
    adminEmail: adminEmail?.toLowerCase(),
    trustedProxyHops: Number(data.TRUSTED_PROXY_HOPS ?? (onEmulators ? 0 : 1)),
    imageModel: data.IMAGE_MODEL,
    imageLocation: data.IMAGE_LOCATION,
  };
}
