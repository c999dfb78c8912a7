import * as z from 'zod';
import { defaultOf, problemOf, settings } from './settings.ts';

const firebaseConfig = z.object({ storageBucket: z.string().optional() });

export type Config = ReturnType<typeof readConfig>;

/**
 * The configuration from environment variables, which are read and checked only here. An empty variable
 * counts as unset, because firebase-tools writes one for an unanswered question.
 * @throws Error naming a malformed variable
 */
export function readConfig(variables: Record<string, string | undefined>) {
  const given = (name: string) => variables[name] || undefined;
  // Firebase's runtimes and emulators set GCLOUD_PROJECT and FIREBASE_CONFIG, Google Cloud the other one.
  const projectId =
    given('GCLOUD_PROJECT') ?? given('GOOGLE_CLOUD_PROJECT') ?? 'demo-chuck-norris-facts';
  const { storageBucket } = firebaseConfig.parse(JSON.parse(given('FIREBASE_CONFIG') ?? '{}'));
  const onEmulators = given('FIRESTORE_EMULATOR_HOST') !== undefined;
  // Cloud Run and Firebase's emulator set it for an instance, not to read the function's declaration.
  const servesRequests = given('K_SERVICE') !== undefined;
  // With an Auth emulator, the SDK accepts unsigned ID tokens.
  if (servesRequests && !onEmulators && given('FIREBASE_AUTH_EMULATOR_HOST') !== undefined) {
    throw new Error('Environment: FIREBASE_AUTH_EMULATOR_HOST must not be set in production');
  }
  const setting = (name: keyof typeof settings): string => {
    const value = given(name) ?? defaultOf(settings[name], projectId) ?? '';
    const problem = problemOf(name, value);
    if (problem !== undefined) throw new Error(`Environment: ${problem}`);
    return value;
  };
  const addresses = setting('ADMIN_EMAILS') || (onEmulators ? 'admin@example.com' : '');
  return {
    projectId,
    storageBucket: storageBucket ?? `${projectId}.firebasestorage.app`,
    /** such as `https://facts.example`; never taken from a request's headers */
    siteOrigin: setting('SITE_ORIGIN'),
    /** a secret; undefined if nobody is notified */
    notifyUrl: setting('NOTIFY_URL') || undefined,
    onEmulators,
    /** whether a Functions emulator, Firebase's or the local stack's, has loaded this */
    inFunctionsEmulator: given('FUNCTIONS_EMULATOR') !== undefined,
    /** whether this is an instance of the function; otherwise it was loaded only to read its declaration */
    servesRequests,
    /** if undefined, no key is needed on the emulators, and no key is accepted in production */
    setupKey: given('SETUP_KEY'),
    /** in lower case; empty if no Google account is an administrator's */
    adminEmails: addresses
      .toLowerCase()
      .split(',')
      .map((address) => address.trim())
      .filter((address) => address !== ''),
    /**
     * how many entries of X-Forwarded-For follow the client's own: Google's front end adds one after that of Hosting's
     * CDN, and the local stack only has Hosting
     */
    trustedProxyHops: onEmulators ? 0 : 1,
    imageModel: setting('IMAGE_MODEL'),
    imageLocation: setting('IMAGE_LOCATION'),
  };
}
