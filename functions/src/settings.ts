import { CONTACT } from './domain/contact.ts';

/** What the owner is told about a setting, its default, and what its value must be. */
interface Setting {
  description: string;
  /** undefined if the owner has to answer */
  default?: string | number;
  mustBe: string;
  isValid: (value: string) => boolean;
}

const text = (pattern: RegExp, mustBe: string) => ({
  pattern,
  mustBe,
  isValid: (value: string) => pattern.test(value),
});

const wholeNumber = (from: number, to: number) => ({
  mustBe: `a whole number from ${from} to ${to}`,
  isValid: (value: string) => /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to,
});

/** firebase-tools' placeholder of the project's id. */
const PROJECT_ID = '{{ params.PROJECT_ID }}';

/** The owner's settings in functions/.env.<project>. */
export const settings = {
  ADMIN_EMAILS: {
    ...text(
      /^(\s*[^\s@,]+@[^\s@,]+\.[^\s@,]+\s*(,(?!$)|$))+$/,
      'e-mail addresses, separated by commas',
    ),
    description:
      'The administrators’ Google accounts: e-mail addresses, separated by commas. They sign in at /login without a password for this site. Leave it empty to sign in by password only.',
  },
  SITE_ORIGIN: {
    ...text(/^https?:\/\/[a-z\d.-]+(:\d{1,5})?$/, 'an address such as https://facts.example'),
    description: 'The site’s address, for pages, links and the sitemap. The build reads it too.',
    default: `https://${PROJECT_ID}.web.app`,
  },
  CONTACT: {
    ...text(CONTACT, 'an e-mail or https address'),
    description:
      'The owner’s e-mail or https address, which the build puts on /about and /privacy.',
    default: '',
  },
  NOTIFY_URL: {
    ...text(
      /^(https:\/\/[^\s/]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)(\/\S*)?$/,
      'an https address',
    ),
    description:
      'A webhook: an https address of Slack, Discord or Mattermost that gets a message when facts wait for a decision or are reported. Leave it empty to get none.',
    default: '',
  },
  IMAGE_MODEL: {
    ...text(/^[\w.@-]+$/, 'the name of a model'),
    description:
      'The Gemini model on Vertex AI that generates images. Retirement dates and successors: https://cloud.google.com/vertex-ai/generative-ai/docs/learn/model-versions',
    default: 'gemini-3.1-flash-image',
  },
  IMAGE_LOCATION: {
    ...text(/^[a-z0-9-]+$/, 'a region of Vertex AI, or global'),
    description: 'Where the model runs: a region of Vertex AI, or global.',
    default: 'global',
  },
  REGION: {
    ...text(/^[a-z]+-[a-z]+\d+$/, 'a region of Google Cloud, such as europe-west1'),
    description: 'Where the function runs; choose the database’s region.',
    default: 'us-central1',
  },
  MEMORY_MIB: {
    ...wholeNumber(512, 32_768),
    description: 'The memory of an instance. Generating an image needs 512.',
    default: 512,
  },
  MAX_INSTANCES: {
    ...wholeNumber(1, 1_000),
    description: 'The most instances; limits what a flood of requests can cost.',
    default: 10,
  },
} as const satisfies Record<string, Setting>;

/** Runtime options that the owner can't set. Hosting waits for 60 seconds. */
export const runtime = { concurrency: 80, timeoutSeconds: 60 };

/** The value of a setting that the owner leaves unset; undefined if there is no default. */
export function defaultOf(setting: Setting, projectId: string) {
  return setting.default?.toString().replace(PROJECT_ID, projectId);
}

/**
 * What is wrong with a variable, without its value, which may be secret; undefined if nothing is, or if it is
 * no setting. An empty one counts as unset.
 */
export function problemOf(name: string, value: string): string | undefined {
  if (value === '') return undefined;
  const all: Readonly<Record<string, Setting>> = settings;
  const setting = all[name];
  return !setting || setting.isValid(value) ? undefined : `${name} must be ${setting.mustBe}`;
}
