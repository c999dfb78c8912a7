import {
  defineInt,
  defineSecret,
  defineString,
  expr,
  projectID,
  select,
} from 'firebase-functions/params';

// What firebase-tools asks for at the first deployment and keeps in functions/.env.<project>. The
// function finds all of it among its environment variables, which config.ts alone reads.

/** Kept in Secret Manager; never in a file. */
export const setupKey = defineSecret('SETUP_KEY', {
  label: 'Setup key',
  description: 'Whoever claims the new site at /setup-admin has to type it. Choose a long one.',
});

defineString('ADMIN_EMAIL', {
  label: 'Administrator’s Google account',
  description: 'Signs in at /login without a password of this site. Leave it empty for none.',
  input: {
    text: {
      validationRegex: '^$|^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
      validationErrorMessage: 'Must be an e-mail address.',
    },
  },
});

defineString('SITE_ORIGIN', {
  label: 'Address of the site',
  description: 'What pages, links and the sitemap name as theirs. The build reads it too.',
  default: expr`https://${projectID}.web.app`,
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
  description: 'How many entries of X-Forwarded-For stand after the client’s own.',
  default: 1,
});

/** What the function runs on. */
export const settings = {
  region: defineString('REGION', {
    label: 'Region',
    description: 'Where the function runs; best beside the database.',
    default: 'us-central1',
  }),
  memory: defineInt('MEMORY_MIB', {
    label: 'Memory in MiB',
    description: 'Making a picture needs 512.',
    input: select([512, 1024, 2048, 4096]),
    default: 512,
  }),
  concurrency: defineInt('CONCURRENCY', {
    label: 'Requests at once in one instance',
    default: 80,
  }),
  maxInstances: defineInt('MAX_INSTANCES', {
    label: 'Most instances',
    description: 'Bounds what a flood of requests can cost.',
    default: 10,
  }),
  minInstances: defineInt('MIN_INSTANCES', {
    label: 'Instances that always run',
    description: 'They cost money without a request. Above 0 needs firebase.json without pinTag.',
    default: 0,
  }),
  timeoutSeconds: defineInt('TIMEOUT_SECONDS', {
    label: 'Timeout in seconds',
    description: 'Hosting gives up after 60.',
    default: 60,
  }),
};
