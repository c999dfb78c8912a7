import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { accountEndpoints } from './account-endpoints.ts';
import { aMinute, type Endpoint } from './endpoint.ts';
import * as entity from './entities.ts';
import { imageEndpoints } from './image-endpoints.ts';
import { submission } from './joke-content.ts';
import { limits } from '../domain/limits.ts';
import { moderationEndpoints } from './moderation-endpoints.ts';
import { similarJokes } from './queue.ts';
import { report, reportReceipt } from './reports.ts';
import { receipt, submissionReceipt, submissionState } from './submissions.ts';

const TOO_MANY_SEARCHES = `more than ${limits.searchesPerMinute} searches in a minute from one network (/24 or /48); responses from a cache don’t count`;

/** Every call of the API. Routes, client, permissions, caching, tests and OpenAPI come from this table. */
export const endpoints = {
  listJokes: {
    ...calls.listJokes,
    summary: 'A numbered page of jokes',
    description:
      'Visitors get approved jokes only: for them `all`, `active` and `approved` are the same. For an administrator `all` includes every status. `tag` and `safe` limit it further.',
    errors: {
      forbidden: 'a visitor asks for pending or rejected jokes',
      too_many_requests: TOO_MANY_SEARCHES,
    },
    anyOrigin: true,
    cache: aMinute,
    query: entity.listQuery,
    output: entity.jokeList,
  },
  getRandomJoke: {
    ...calls.getRandomJoke,
    summary: 'A random approved joke, or several',
    description:
      'Each joke is equally likely, unless `mix` says otherwise. With `amount`, the response is `{"jokes": […]}`.',
    errors: { not_found: 'no joke is approved yet, or none has the tag or is safe' },
    anyOrigin: true,
    query: entity.randomQuery,
    output: entity.randomAnswer,
  },
  listTopJokes: {
    ...calls.listTopJokes,
    summary: 'The best-rated approved jokes, best first',
    anyOrigin: true,
    cache: aMinute,
    query: entity.topQuery,
    output: entity.jokeList,
  },
  listDailyJokes: {
    ...calls.listDailyJokes,
    summary: 'The jokes of the last days, today’s first',
    description:
      'One approved joke a day (UTC), the same for everyone. A day on which nobody asked has none; a joke that is no longer approved is left out.',
    anyOrigin: true,
    cache: aMinute,
    query: entity.dailyQuery,
    output: entity.dailyJokeList,
  },
  listNewestJokes: {
    ...calls.listNewestJokes,
    summary: 'The most recently approved jokes, newest first',
    anyOrigin: true,
    cache: aMinute,
    query: entity.newestQuery,
    output: entity.jokeList,
  },
  searchJokes: {
    ...calls.searchJokes,
    summary: 'Approved jokes with these words',
    description: `A joke matches if each word of the query starts one of its words, in any order and ignoring case, accents, apostrophes and punctuation. Jokes with the words one after another come first, then the newest; a number finds that joke before them. If none matches, the response has up to ${limits.nearMatchesMax} that come close, best first.`,
    errors: { too_many_requests: TOO_MANY_SEARCHES },
    anyOrigin: true,
    cache: aMinute,
    query: entity.searchQuery,
    output: entity.jokeSearch,
  },
  submitJoke: {
    ...calls.submitJoke,
    summary: 'Submits a joke for approval',
    errors: {
      conflict: 'the key was already used with another text',
      too_many_requests: `more than ${limits.submissionsPerHour} in an hour from one network (/24 or /48), or more than the site allows everyone`,
    },
    success: 201,
    headers: entity.idempotencyHeaders,
    body: submission,
    output: submissionReceipt,
  },
  getSubmission: {
    ...calls.getSubmission,
    summary: 'The state of a submission',
    errors: { not_found: 'no submission has this receipt' },
    params: z.strictObject({ receipt }),
    output: submissionState,
  },
  findSimilarJokes: {
    ...calls.findSimilarJokes,
    summary: 'Approved jokes that say nearly the same as a text',
    description:
      'For a submitter, before submitting. Compares words, ignoring their order, case, accents, punctuation and the hero’s name.',
    errors: {
      too_many_requests: `more than ${limits.similarLookupsPerHour} in an hour from one network (/24 or /48)`,
    },
    body: submission,
    output: similarJokes,
  },
  // After its siblings, since `random`, `top`, `newest`, `search` and `similar` are not ids.
  getJoke: {
    ...calls.getJoke,
    summary: 'An approved joke with the ids of its neighbors',
    errors: { not_found: 'no approved joke has this id' },
    anyOrigin: true,
    cache: aMinute,
    params: entity.byId,
    output: entity.jokeWithNeighbors,
  },
  getRelatedJokes: {
    ...calls.getRelatedJokes,
    summary: 'Jokes that share words or tags with an approved joke, and its rank',
    errors: { not_found: 'no approved joke has this id' },
    anyOrigin: true,
    cache: aMinute,
    params: entity.byId,
    output: entity.relatedJokes,
  },
  rateJoke: {
    ...calls.rateJoke,
    summary: 'Rates an approved joke, once per browser',
    description:
      'The first vote of a browser sets the cookie `__session`, for the paths `/api/v1/ratings` and `/api/v1/reports`, which identifies the browser in later votes. A vote that is sent again with its key sets the cookie again.',
    errors: {
      already_rated: 'this browser has already rated this joke',
      conflict:
        'the key was already used with another joke, or with other stars: `rating_num` names those',
      forbidden: 'this site did not issue the cookie; the response clears it',
      not_found: 'no approved joke has this id',
      too_many_requests: `more than ${limits.newVotersPerHour} new browsers in an hour from one network (/24 or /48), or more than the site allows everyone`,
    },
    success: 201,
    headers: entity.idempotencyHeaders,
    body: entity.ratingSubmission,
    output: entity.ratingReceipt,
  },
  reportJoke: {
    ...calls.reportJoke,
    summary: 'Reports an approved joke, once per browser',
    description:
      'A report hides nothing: an administrator decides. A browser without `__session` gets it as with a first vote.',
    errors: {
      conflict:
        'this browser has already reported this joke, or the key was already used with another joke or reason',
      forbidden: 'this site did not issue the cookie; the response clears it',
      not_found: 'no approved joke has this id',
      too_many_requests: `more than ${limits.reportsPerHour} in an hour from one network (/24 or /48), more than the site allows everyone, or too many new browsers`,
    },
    success: 201,
    headers: entity.idempotencyHeaders,
    body: report,
    output: reportReceipt,
  },
  ...moderationEndpoints,
  ...accountEndpoints,
  ...imageEndpoints,
  getCard: {
    ...calls.getCard,
    summary: 'The card of an approved joke, for link previews',
    description:
      'Shows its text, number and image: a PNG file of 1200 × 630 pixels and at most 200 KB.',
    errors: { not_found: 'no approved joke has this id' },
    anyOrigin: true,
    cache: aMinute,
    params: entity.byId,
    output: null,
    fileType: 'image/png',
  },
  getHealth: {
    ...calls.getHealth,
    summary: 'Checks whether the API can reach its database',
    anyOrigin: true,
    output: entity.health,
  },
  getOpenApi: {
    ...calls.getOpenApi,
    summary: 'This contract as OpenAPI 3.1',
    anyOrigin: true,
    cache: { seconds: 600 },
    output: z.record(z.string(), z.unknown()),
  },
} as const satisfies Record<string, Endpoint>;
