import * as z from 'zod/mini';
import { defaultOf, problemOf, settings } from './settings.ts';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const firebaseConfig = z.object({ storageBucket: z.optional(z.string()) });

/** What Firebase sets. */
const environment = z.object({
  /** Set by every Firebase runtime and emulator. */
  GCLOUD_PROJECT: z.optional(z.string().check(z.minLength(1))),
  /** Google Cloud's name for the same. */
  GOOGLE_CLOUD_PROJECT: z.optional(z.string().check(z.minLength(1))),
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
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
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
  const check = (name: string, value = ''): string => {
    const problem = problemOf(name, value);
    if (problem !== undefined) throw new Error(`Environment: ${problem}`);
    return value;
  };
  const setting = (name: keyof typeof settings) =>
    check(name, given[name] ?? defaultOf(settings[name], projectId, onEmulators));
  check('ADMIN_EMAIL', given['ADMIN_EMAIL']);
  const addresses = setting('ADMIN_EMAILS').toLowerCase().split(',');
  return {
    projectId,
    storageBucket: defaultBucket(data.FIREBASE_CONFIG) ?? `${projectId}.firebasestorage.app`,
    /** such as `https://facts.example`; never taken from a request's headers */
    siteOrigin: setting('SITE_ORIGIN'),
    /** an e-mail or https address; undefined if the site names none */
    contact: setting('CONTACT') || undefined,
    /** a secret; undefined if nobody is notified */
    notifyUrl: setting('NOTIFY_URL') || undefined,
    onEmulators,
    /** whether a Functions emulator, Firebase's or the local stack's, has loaded this */
    inFunctionsEmulator: data.FUNCTIONS_EMULATOR !== undefined,
    /** whether this is an instance of the function; otherwise it was loaded only to read its declaration */
    servesRequests,
    /** if undefined, no key is needed on the emulators, and no key is accepted in production */
    setupKey: data.SETUP_KEY,
    /** in lower case; empty if no Google account is an administrator's */
    adminEmails: addresses.map((address) => address.trim()).filter((address) => address !== ''),
    trustedProxyHops: Number(setting('TRUSTED_PROXY_HOPS')),
    /** how much each instance allows everyone together in an hour */
    ceilings: {
      newVoters: Number(setting('MAX_NEW_VOTERS_PER_HOUR')),
      submissions: Number(setting('MAX_SUBMISSIONS_PER_HOUR')),
      reports: Number(setting('MAX_REPORTS_PER_HOUR')),
    },
    imageModel: setting('IMAGE_MODEL'),
    imageLocation: setting('IMAGE_LOCATION'),
  };
}
