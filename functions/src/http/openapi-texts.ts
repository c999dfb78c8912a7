import { limits } from '../domain/index.ts';
import { EXPOSED_HEADERS } from './cors.ts';

// What the OpenAPI document says in words, beyond the contract. It is loaded only with the document.

export const DESCRIPTION = `Every path works with and without a trailing slash. No call needs a key.

Visitors know a joke as a fact. Responses may gain fields; what is here now keeps its name and meaning.

A call that answers \`Access-Control-Allow-Origin: *\` may be made by scripts of any site, without credentials. \`/developers\` says what fair use is.`;

/** The groups of calls, in order: their names, what they are for, and the methods and paths of their calls. */
export const TAGS = [
  ['Facts', 'Reading facts', /^GET \/jokes/],
  ['Images', 'Pictures of facts', /^GET \/(images|cards)/],
  [
    'Submitting',
    'Writing a fact, and following its submission',
    /^POST \/jokes|^GET \/submissions/,
  ],
  [
    'Votes and reports',
    'What readers think of a fact, one opinion per browser',
    /^POST \/(ratings|reports)/,
  ],
  ['Service', 'The API itself', /^GET \/(health|openapi)/],
] as const;

/** The headers of responses. */
export const HEADERS = {
  'X-Request-Id': 'The id of this request in the site’s log; name it when you report a problem',
  ETag: 'Names this version of the response; sent back in `If-None-Match`, it gets 304 without a body',
  'Retry-After': 'How many seconds to wait before trying again',
  'Set-Cookie': '`__session`, which identifies this browser',
  'Access-Control-Allow-Origin': '`*`: scripts of any site may read it',
  'Access-Control-Expose-Headers': `The headers that they may read: ${EXPOSED_HEADERS.join(', ')}`,
} as const;

/** What fields mean that have no description in the contract, by name, or by what has them and name. */
export const FIELDS: Readonly<Record<string, string>> = {
  joke_id: 'Its number, which never changes',
  joke_text: 'The text, with its line breaks',
  rating: 'Mean of all votes; 0 without votes',
  num_votes: 'How many votes it has',
  user_can_vote: 'Whether this browser may vote; the site checks it when it does',
  status: 'The result of moderation',
  'listJokes.status': 'Which jokes; visitors get approved ones only',
  'getHealth.status': 'Always `ok`; otherwise the call fails',
  firestore: 'Always `reachable`; otherwise the call fails',
  sortBy: 'The newest or the oldest submission first, or the order of the Top 100',
  jokes: 'The jokes of this page',
  total: 'How many jokes there are on all pages',
  pages: 'How many pages there are',
  page: 'This page’s number, from 1',
  per_page: 'Jokes on a page',
  rating_num: `Stars, ${limits.ratingMin} to ${limits.ratingMax}`,
  'reportJoke.reason': 'What is wrong with it',
  reported: 'Always true',
  submitted_at: 'When it was submitted',
  has_image: 'Whether it has an image',
  image_url: 'Path of the image, 640 px wide; null without one',
  results: 'One for each number, in the same order',
  detail: 'What is wrong, or a list with each problem of the input',
  loc: 'Where: `path`, `query`, `header` or `body`, then the field',
  msg: 'What is wrong, in words',
  type: 'What is wrong, as a code',
};

/** A time in an example. */
export const TIME = '2026-11-22T09:30:00.000Z';
const RECEIPT = 'rT9c1mXfA0mQ3b8y5o2uWk7vZpLhJd4sEgNqRi6tYxM';
const IMAGE = '0f343b0931126a20f133d67c2b018a3b-640.webp';

/** Values for examples, under the same names, where a schema does not say enough to choose one. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  id: 42,
  joke_id: 42,
  'listImageStatus.joke_ids': '42,43',
  'submitJoke.status': 'pending',
  'rateJoke.user_can_vote': false,
  'getSubmission.reason': null,
  joke_text: 'Chuck Norris never sets an alarm. Morning asks him for permission.',
  rating: 4.6,
  num_votes: 128,
  tags: ['everyday-life'],
  rating_num: 5,
  image_url: `/api/v1/images/files/${IMAGE}`,
  name: IMAGE,
  day: '2026-11-23',
  previous_id: 41,
  next_id: 43,
  q: 'alarm chuck',
  words: ['alarm', 'chuck'],
  total: 739,
  pages: 37,
  per_page: 20,
  similarity: 0.82,
  receipt: RECEIPT,
};
