import {
  defineInt,
  defineSecret,
  defineString,
  expr,
  projectID,
  select,
} from 'firebase-functions/params';
import { onRequest, type HttpsFunction } from 'firebase-functions/v2/https';
import type { RequestListener } from 'node:http';
import type { Config } from './config.ts';

// firebase-tools asks for these values at the first deployment and stores them in functions/.env.<project>.
// The function gets them as environment variables, which only config.ts reads.

/** Stored in Secret Manager, never in a file. */
const setupKey = defineSecret('SETUP_KEY', {
  label: 'Setup key',
  description: 'Required to create the first administrator at /setup-admin. Choose a long one.',
});

const ADDRESS = '\\s*[^\\s@,]+@[^\\s@,]+\\.[^\\s@,]+\\s*';

defineString('ADMIN_EMAILS', {
  label: 'Administrators’ Google accounts',
  description:
    'E-mail addresses, separated by commas. They sign in at /login without a password for this site. Leave it empty to sign in by password only.',
  input: {
    text: {
      validationRegex: `^$|^${ADDRESS}(,${ADDRESS})*$`,
      validationErrorMessage: 'Must be e-mail addresses, separated by commas.',
    },
  },
});

defineString('SITE_ORIGIN', {
  label: 'Address of the site',
  description: 'Used in pages, links and the sitemap. The build reads it too.',
  default: expr`https://${projectID}.web.app`,
});

defineString('CONTACT', {
  label: 'Contact',
  description:
    'An e-mail or https address of whoever runs the site, for /about, /privacy and security.txt. The build reads it too.',
  default: '',
});

defineString('NOTIFY_URL', {
  label: 'Webhook',
  description:
    'An https address of Slack, Discord or Mattermost that gets a message when facts wait for a decision or are reported. Leave it empty to get none.',
  default: '',
});

defineString('IMAGE_MODEL', {
  label: 'Image model',
  description:
    'The Gemini model on Vertex AI that generates images. Retirement dates and successors: https://cloud.google.com/vertex-ai/generative-ai/docs/learn/model-versions',
  default: 'gemini-3.1-flash-image',
});

defineString('IMAGE_LOCATION', {
  label: 'Location of the image model',
  description: 'A region of Vertex AI, or global.',
  default: 'global',
});

defineInt('TRUSTED_PROXY_HOPS', {
  label: 'Trusted proxies',
  description: 'How many entries of X-Forwarded-For follow the client’s own.',
  default: 1,
});

for (const [name, what, limit] of [
  ['MAX_NEW_VOTERS_PER_HOUR', 'new voters', 20_000],
  ['MAX_SUBMISSIONS_PER_HOUR', 'submissions', 2_000],
  ['MAX_REPORTS_PER_HOUR', 'reports', 4_000],
] as const) {
  defineInt(name, {
    label: `Maximum number of ${what} per hour`,
    description: 'For the whole site. Each instance allows its share of it.',
    default: limit,
  });
}

/** The function's runtime options. */
const settings = {
  region: defineString('REGION', {
    label: 'Region',
    description: 'Where the function runs; choose the database’s region.',
    default: 'us-central1',
  }),
  memory: defineInt('MEMORY_MIB', {
    label: 'Memory in MiB',
    description: 'Generating an image needs 512.',
    input: select([512, 1024, 2048, 4096]),
    default: 512,
  }),
  concurrency: defineInt('CONCURRENCY', {
    label: 'Concurrent requests per instance',
    default: 80,
  }),
  maxInstances: defineInt('MAX_INSTANCES', {
    label: 'Maximum number of instances',
    description: 'Limits what a flood of requests can cost.',
    default: 10,
  }),
  minInstances: defineInt('MIN_INSTANCES', {
    label: 'Minimum number of instances',
    description:
      'They cost money even without requests. Above 0, remove pinTag from firebase.json.',
    default: 0,
  }),
  timeoutSeconds: defineInt('TIMEOUT_SECONDS', {
    label: 'Timeout in seconds',
    description: 'Hosting times out after 60.',
    default: 60,
  }),
};

/** The function as firebase-tools deploys it. */
export function declareFunction(
  application: RequestListener,
  { inFunctionsEmulator }: Pick<Config, 'inFunctionsEmulator'>,
): HttpsFunction {
  // A Functions emulator would look up a secret in Google's Secret Manager.
  const secrets = inFunctionsEmulator ? [] : [setupKey];
  return onRequest({ ...settings, invoker: 'public', secrets }, application);
}
