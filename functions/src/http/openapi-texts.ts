import { type Endpoint } from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import { EXPOSED_HEADERS } from './cors.ts';

// What the OpenAPI document says in words, beyond the contract. It is loaded only with the document.

export const DESCRIPTION = `Every path works with and without a trailing slash. No call needs a key; those of administrators need a bearer.

Visitors know a joke as a fact. Responses may gain fields; what is here now keeps its name and meaning.

A call that answers \`Access-Control-Allow-Origin: *\` may be made by scripts of any site, without credentials. \`/developers\` says what fair use is.`;

/** The groups of calls, in order. */
export const TAGS = [
  ['Facts', 'Reading facts'],
  ['Images', 'Pictures of facts'],
  ['Embedding', 'Showing a fact on another page'],
  ['Submitting', 'Writing a fact, and following its state'],
  ['Votes and reports', 'What readers think of a fact, one opinion per browser'],
  ['Service', 'The API itself'],
  ['Administration', 'Signing in and deciding about facts'],
] as const;
type Tag = (typeof TAGS)[number][0];

/** The group of calls by the first part of their path. */
const TAG_OF_PATH: Readonly<Record<string, Tag>> = {
  jokes: 'Facts',
  submissions: 'Submitting',
  ratings: 'Votes and reports',
  reports: 'Votes and reports',
  admin: 'Administration',
  auth: 'Administration',
  images: 'Images',
  cards: 'Images',
  oembed: 'Embedding',
  health: 'Service',
  'openapi.json': 'Service',
};

/** The group that a call belongs to. @throws {Error} if it has none */
export function tagOf({ path, access, method }: Endpoint): Tag {
  if (access === 'admin') return 'Administration';
  const [, first = '', ...others] = path.split('/');
  if (first === 'jokes' && method === 'POST' && others.length > 0) return 'Submitting';
  const tag = TAG_OF_PATH[first];
  if (tag === undefined) throw new Error(`No group of the API has the path ${path}.`);
  return tag;
}

/** The headers of responses. */
export const HEADERS = {
  'X-Request-Id': 'The id of this request in the site’s log; name it when you report a problem',
  ETag: 'Names this version of the response; sent back in `If-None-Match`, it gets 304 without a body',
  'Retry-After': 'How many seconds to wait before trying again',
  'Set-Cookie': '`__session`, which identifies this browser',
  'WWW-Authenticate': '`Bearer`',
  'Access-Control-Allow-Origin': '`*`: scripts of any site may read it; absent with a bearer',
  'Access-Control-Expose-Headers': `The headers that they may read: ${EXPOSED_HEADERS.join(', ')}`,
} as const;

const COUNTED = 'How many jokes have this status';
const REPORTED = 'How many browsers gave this reason';

/** Fields by name, or by what has them and name. */
const FIELDS: Readonly<Record<string, string>> = {
  joke_id: 'Its number, which never changes',
  joke_text: 'The text, with its line breaks',
  rating: 'Mean of all votes; 0 without votes',
  num_votes: 'How many votes it has',
  user_can_vote: 'Whether this browser may vote; the site checks it when it does',
  status: 'The result of moderation',
  'listJokes.status': 'Which jokes; visitors get approved ones only',
  'getHealth.status': 'Always `ok`; otherwise the call fails',
  firestore: 'Always `reachable`; otherwise the call fails',
  sortBy: 'By date of submission: the newest or the oldest first',
  jokes: 'The jokes of this page',
  total: 'How many jokes there are on all pages',
  pages: 'How many pages there are',
  page: 'This page’s number, from 1',
  per_page: 'Jokes on a page',
  rating_num: `Stars, ${limits.ratingMin} to ${limits.ratingMax}`,
  reason: 'Why',
  'reportJoke.reason': 'What is wrong with it',
  reported: 'Always true',
  submitted_at: 'When it was submitted',
  success: 'Always true',
  deleted: 'Always true',
  action: 'What to do',
  'entries.action': 'What was done',
  joke_ids: `Up to ${limits.moderationMaxIds} numbers`,
  approved: COUNTED,
  pending: COUNTED,
  rejected: COUNTED,
  'getAdminCounts.pending': 'Jokes that wait for a decision',
  at: 'When it happened',
  provider: 'How they signed in: `password` or `google`; or `operator`',
  username: 'The name to sign in with; for a Google account its e-mail address',
  before: 'What the entry changed, as it was',
  can_undo: 'Whether it can be undone: it is the joke’s last change',
  offensive: REPORTED,
  duplicate: REPORTED,
  personal_data: REPORTED,
  other: REPORTED,
  'hint.offensive': 'Whether it may offend',
  on_topic: 'Whether it is about him',
  english: 'Whether it is in English',
  joke: 'The joke',
  similar: 'Jokes that say nearly the same, best first',
  first_reported_at: 'When it was first reported',
  last_reported_at: 'When it was last reported',
  password: `Up to ${limits.passwordMaxLength} characters`,
  current_password: 'The password that ends',
  new_password: `At least ${limits.passwordMinLength} characters`,
  access_token: 'The bearer of administrators’ calls',
  token_type: 'Always `bearer`',
  expires_at: 'When it ends at the latest; it ends earlier if it is not used',
  admin_exists: 'Whether somebody has claimed the site',
  setup_key_required: 'Whether claiming it needs the deployment’s key',
  user: 'The profile, as sent',
  is_admin: 'Whether this account is the administrator’s',
  refresh_token: 'Whether the browser must refresh its ID token',
  uid: 'The account’s id',
  email: 'Its e-mail address',
  displayName: 'Its name',
  photoURL: 'Its picture',
  emailVerified: 'Whether Google has verified the e-mail address',
  'getOEmbed.type': 'Always `rich`: HTML',
  version: 'The version of oEmbed, always `1.0`',
  title: 'What it shows',
  provider_name: 'The name of this site',
  provider_url: 'The home page of this site',
  width: 'The width of the frame in pixels',
  height: 'Its height in pixels',
  thumbnail_width: 'The width of the card in pixels',
  thumbnail_height: 'Its height in pixels',
  has_image: 'Whether it has an image',
  image_url: 'Path of the image, 640 px wide; null without one',
  results: 'One for each number, in the same order',
  detail: 'What is wrong, or a list with each problem of the input',
  loc: 'Where: `path`, `query`, `header` or `body`, then the field',
  msg: 'What is wrong, in words',
  type: 'What is wrong, as a code',
};

/**
 * What a field means that has no description in the contract; undefined if no text is known.
 * @param of the operation, field or entry that has it
 */
export function fieldText(of: string, name: string): string | undefined {
  return FIELDS[`${of}.${name}`] ?? FIELDS[name];
}
