import * as z from 'zod/mini';
import { contactUrl } from './domain/index.ts';

function isContact(text: string): boolean {
  try {
    return contactUrl(text) !== '';
  } catch {
    return false;
  }
}

/** Whether a text is a web origin without a path. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return origin === text && (protocol === 'https:' || protocol === 'http:');
}

/** Whether a text is an https URL, or an http one on this computer. */
function isWebhook(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const firebaseConfig = z.object({ storageBucket: z.optional(z.string()) });

const positive = z.string().check(z.regex(/^[1-9]\d{0,8}$/));

const environment = z.object({
  /** Set by every Firebase runtime and emulator. */
  GCLOUD_PROJECT: z.optional(z.string().check(z.minLength(1))),
  /** Google Cloud's name for the same. */
  GOOGLE_CLOUD_PROJECT: z.optional(z.string().check(z.minLength(1))),
  /** The site's public origin, if it has a custom domain. */
  SITE_ORIGIN: z.optional(
    z.string().check(z.refine(isOrigin, 'Must be like https://facts.example')),
  ),
  /** How to reach whoever runs the site. */
  CONTACT: z.optional(z.string().check(z.refine(isContact, 'Must be an e-mail or https address'))),
  /** Gets a message when facts wait for a decision. */
  NOTIFY_URL: z.optional(z.string().check(z.refine(isWebhook, 'Must be an https address'))),
  /** Set by every Firebase runtime and emulator; contains the name of the project's default bucket. */
  FIREBASE_CONFIG: z.optional(z.pipe(z.string(), z.transform(parseJson))),
  /** Set by a Functions emulator, even when it only discovers the exported functions. */
  FUNCTIONS_EMULATOR: z.optional(z.string()),
  /** Set when the function runs on a local stack. */
  FIRESTORE_EMULATOR_HOST: z.optional(z.string()),
  /**
   * Set by Cloud Run and by the official Functions emulator when the function runs, not when
   * firebase-tools only loads it to read its declaration.
   */
  K_SERVICE: z.optional(z.string()),
  /** Set on a local stack; the SDK then accepts unsigned ID tokens. */
  FIREBASE_AUTH_EMULATOR_HOST: z.optional(z.string()),
  /** Required to create the first administrator; in production impossible without it. */
  SETUP_KEY: z.optional(z.string()),
  /** The administrators' Google accounts. */
  ADMIN_EMAILS: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((list) => list.split(',').map((address) => address.trim().toLowerCase())),
      ),
      z.array(z.email('Must be e-mail addresses, separated by commas')),
    ),
  ),
  ADMIN_EMAIL: z.optional(
    z.never('Rename ADMIN_EMAIL to ADMIN_EMAILS, a list of Google accounts separated by commas'),
  ),
  /**
   * How many entries of X-Forwarded-For follow the client's: Google's front end adds one after that of
   * Hosting's CDN. The local stack only has Hosting.
   */
  TRUSTED_PROXY_HOPS: z.optional(z.string().check(z.regex(/^[0-9]$/))),
  /** The maximum number of instances, each of which counts its share of a limit for the whole site. */
  MAX_INSTANCES: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  /** How much the whole site allows in an hour, whatever networks it comes from. */
  MAX_NEW_VOTERS_PER_HOUR: z._default(positive, '20000'),
  MAX_SUBMISSIONS_PER_HOUR: z._default(positive, '2000'),
  MAX_REPORTS_PER_HOUR: z._default(positive, '4000'),
  /** The Gemini model that generates images, and its location. */
  IMAGE_MODEL: z._default(z.string().check(z.regex(/^[\w.@-]+$/)), 'gemini-3.1-flash-image'),
  IMAGE_LOCATION: z._default(z.string().check(z.regex(/^[a-z0-9-]+$/)), 'global'),
});

function defaultBucket(config: unknown): string | undefined {
  return firebaseConfig.safeParse(config).data?.storageBucket;
}

export type Config = ReturnType<typeof readConfig>;

/**
 * The configuration from environment variables, which are read and checked only here. An empty variable
 * counts as unset, because firebase-tools writes one for an unanswered question.
 * @throws Error naming a malformed variable
 */
export function readConfig(variables: Record<string, string | undefined>) {
  const given = Object.entries(variables).filter(([, value]) => value !== '');
  const parsed = environment.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw new Error(`Environment: ${z.prettifyError(parsed.error)}`);
  }
  const { data } = parsed;
  const onEmulators = data.FIRESTORE_EMULATOR_HOST !== undefined;
  const servesRequests = data.K_SERVICE !== undefined;
  if (servesRequests && !onEmulators && data.FIREBASE_AUTH_EMULATOR_HOST !== undefined) {
    throw new Error('Environment: FIREBASE_AUTH_EMULATOR_HOST must not be set in production');
  }
  const projectId = data.GCLOUD_PROJECT ?? data.GOOGLE_CLOUD_PROJECT ?? 'demo-chuck-norris-facts';
  return {
    projectId,
    storageBucket: defaultBucket(data.FIREBASE_CONFIG) ?? `${projectId}.firebasestorage.app`,
    /** such as `https://facts.example`; never taken from a request's headers */
    siteOrigin: data.SITE_ORIGIN ?? `https://${projectId}.web.app`,
    /** an e-mail or https address; undefined if the site names none */
    contact: data.CONTACT,
    /** a secret; undefined if nobody is notified */
    notifyUrl: data.NOTIFY_URL,
    onEmulators,
    /** whether a Functions emulator, Firebase's or the local stack's, has loaded this */
    inFunctionsEmulator: data.FUNCTIONS_EMULATOR !== undefined,
    /** whether this is an instance of the function; otherwise it was loaded only to read its declaration */
    servesRequests,
    /** if undefined, no key is needed on the emulators, and no key is accepted in production */
    setupKey: data.SETUP_KEY,
    /** in lower case; empty if no Google account is an administrator's */
    adminEmails: data.ADMIN_EMAILS ?? (onEmulators ? ['admin@example.com'] : []),
    trustedProxyHops: Number(data.TRUSTED_PROXY_HOPS ?? (onEmulators ? 0 : 1)),
    /** 1 on the emulators, which have only one */
    // The deployment refuses 0, which is no limit.
    maxInstances: Number(data.MAX_INSTANCES) || (onEmulators ? 1 : 10),
    /** how much the whole site allows in an hour */
    ceilings: {
      newVoters: Number(data.MAX_NEW_VOTERS_PER_HOUR),
      submissions: Number(data.MAX_SUBMISSIONS_PER_HOUR),
      reports: Number(data.MAX_REPORTS_PER_HOUR),
    },
    imageModel: data.IMAGE_MODEL,
    imageLocation: data.IMAGE_LOCATION,
  };
}
