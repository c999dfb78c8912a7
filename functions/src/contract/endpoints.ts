import * as z from 'zod/mini';
import type { CachePolicy, Endpoint } from './endpoint.ts';
import * as entity from './entities.ts';
import { limits } from './limits.ts';
import { moderationEndpoints } from './moderation-endpoints.ts';
import { similarJokes } from './moderation.ts';
import { oEmbed, oEmbedQuery } from './oembed.ts';
import { report, reportReceipt } from './reports.ts';
import { receipt, submissionReceipt, submissionState } from './submissions.ts';

/** For everything that shows jokes: one that is taken down leaves the CDN this soon. */
const aMinute = { seconds: 60 } as const satisfies CachePolicy;

/** Every call of the API. Routes, client, permissions, caching, tests and OpenAPI come from this table. */
export const endpoints = {
  listJokes: {
    method: 'GET',
    path: '/jokes',
    summary: 'A numbered page of jokes',
    description:
      'Visitors get approved jokes only: for them `all`, `active` and `approved` are the same. For an administrator `all` includes every status.',
    errors: { forbidden: 'a visitor asks for pending or rejected jokes' },
    access: 'anyone-or-admin',
    cache: aMinute,
    query: entity.listQuery,
    output: entity.jokeList,
  },
  getRandomJoke: {
    method: 'GET',
    path: '/jokes/random',
    summary: 'A random approved joke',
    errors: { not_found: 'no joke is approved yet' },
    access: 'anyone',
    output: entity.joke,
  },
  listTopJokes: {
    method: 'GET',
    path: '/jokes/top',
    summary: 'The best-rated approved jokes, best first',
    access: 'anyone',
    cache: aMinute,
    query: entity.topQuery,
    output: entity.jokeList,
  },
  listNewestJokes: {
    method: 'GET',
    path: '/jokes/newest',
    summary: 'The most recently approved jokes, newest first',
    access: 'anyone',
    cache: aMinute,
    query: entity.newestQuery,
    output: entity.jokeList,
  },
  submitJoke: {
    method: 'POST',
    path: '/jokes/submit',
    summary: 'Submits a joke for approval',
    errors: {
      conflict: 'the key was already used with another text',
      too_many_requests: `more than ${limits.submissionsPerHour} in an hour from one network, or ${limits.submissionsPerHourPerWideNetwork} from its /24 or /48`,
    },
    access: 'anyone',
    success: 201,
    headers: entity.idempotencyHeaders,
    body: entity.submission,
    output: submissionReceipt,
  },
  getSubmission: {
    method: 'GET',
    path: '/submissions/{receipt}',
    summary: 'What became of a submission',
    errors: { not_found: 'no submission has this receipt' },
    access: 'anyone',
    params: z.strictObject({ receipt }),
    output: submissionState,
  },
  findSimilarJokes: {
    method: 'POST',
    path: '/jokes/similar',
    summary: 'Approved jokes that say nearly the same as a text',
    description:
      'For a submitter, before submitting. Compares words, ignoring their order, case, accents, punctuation and the hero’s name.',
    errors: {
      too_many_requests: `more than ${limits.similarLookupsPerHour} in an hour from one network, or ${limits.similarLookupsPerHourPerWideNetwork} from its /24 or /48`,
    },
    access: 'anyone',
    body: entity.submission,
    output: similarJokes,
  },
  // After its siblings, since `random`, `top`, `newest` and `similar` are not ids.
  getJoke: {
    method: 'GET',
    path: '/jokes/{id}',
    summary: 'An approved joke with the ids of its neighbors',
    errors: { not_found: 'no approved joke has this id' },
    access: 'anyone',
    cache: aMinute,
    params: entity.byId,
    output: entity.jokeWithNeighbors,
  },
  rateJoke: {
    method: 'POST',
    path: '/ratings',
    summary: 'Rates an approved joke, once per browser',
    description:
      'The first vote of a browser sets the cookie `__session`, for the paths `/api/v1/ratings` and `/api/v1/reports`, which identifies the browser in later votes. A vote that is sent again with its key sets the cookie again.',
    errors: {
      already_rated: 'this browser has already rated this joke',
      conflict: 'the key was already used with another joke or rating',
      forbidden: 'this site did not issue the cookie; the response clears it',
      not_found: 'no approved joke has this id',
      too_many_requests: `more than ${limits.newVotersPerHour} new browsers in an hour from one network, or ${limits.newVotersPerHourPerWideNetwork} from its /24 or /48`,
    },
    access: 'anyone',
    success: 201,
    headers: entity.idempotencyHeaders,
    body: entity.ratingSubmission,
    output: entity.ratingReceipt,
    cookie: 'voter',
  },
  reportJoke: {
    method: 'POST',
    path: '/reports',
    summary: 'Reports an approved joke, once per browser',
    description:
      'A report hides nothing: an administrator decides. A browser without `__session` gets it as with a first vote.',
    errors: {
      conflict:
        'this browser has already reported this joke, or the key was already used with another joke or reason',
      forbidden: 'this site did not issue the cookie; the response clears it',
      not_found: 'no approved joke has this id',
      too_many_requests: `more than ${limits.reportsPerHour} in an hour from one network, ${limits.reportsPerHourPerWideNetwork} from its /24 or /48, or too many new browsers`,
    },
    access: 'anyone',
    success: 201,
    headers: entity.idempotencyHeaders,
    body: report,
    output: reportReceipt,
    cookie: 'voter',
  },
  moveVoterCookie: {
    method: 'POST',
    path: '/ratings/cookie',
    summary: 'Moves the voter’s cookie to the paths that use it',
    description:
      'Until November 22, 2026, `__session` was set for the whole site. A browser that voted before then calls this once and gets the same id for `/api/v1/ratings` and `/api/v1/reports` only. A cookie that this site did not issue is cleared.',
    access: 'anyone',
    output: entity.acknowledgment,
    cookie: 'voter',
  },
  ...moderationEndpoints,
  getAdmin: {
    method: 'GET',
    path: '/admin/me',
    summary: 'Returns the administrator that the bearer belongs to',
    access: 'admin',
    output: entity.admin,
  },
  loginAdmin: {
    method: 'POST',
    path: '/admin/login',
    summary: 'Signs an administrator in',
    errors: {
      unauthenticated: 'unknown username or wrong password',
      too_many_requests: 'too many wrong passwords; Retry-After says when your reserved turn comes',
    },
    access: 'anyone',
    body: entity.adminLogin,
    bodyType: 'application/x-www-form-urlencoded',
    output: entity.accessToken,
  },
  logoutAdmin: {
    method: 'POST',
    path: '/admin/logout',
    summary: 'Revokes the bearer',
    access: 'admin',
    output: entity.acknowledgment,
  },
  getAdminSetup: {
    method: 'GET',
    path: '/admin/setup',
    summary: 'Checks whether an administrator exists',
    access: 'anyone',
    output: entity.adminSetupState,
  },
  setupAdmin: {
    method: 'POST',
    path: '/admin/setup',
    summary: 'Creates the first administrator',
    description: 'Works once. In production it requires the deployment’s setup key.',
    errors: {
      forbidden: 'the setup key is wrong, or the deployment has none',
      conflict: 'an administrator already exists',
      too_many_requests: 'too many wrong keys',
    },
    access: 'anyone',
    success: 201,
    body: entity.adminSetup,
    output: entity.admin,
  },
  changePassword: {
    method: 'POST',
    path: '/admin/change-password',
    summary: 'Changes the administrator’s own password',
    description: 'Ends all other sessions.',
    errors: {
      forbidden: 'the current password is wrong',
      conflict:
        'a Google account has no password here, or another session changed it at the same time',
      too_many_requests: 'too many wrong passwords',
    },
    access: 'admin',
    body: entity.passwordChange,
    output: entity.acknowledgment,
  },
  loginGoogle: {
    method: 'POST',
    path: '/auth/google',
    summary: 'Records a Google sign-in',
    description:
      'Only the bearer, a Firebase ID token, is trusted. `refresh_token` asks the browser to refresh it, because its claims have changed.',
    access: 'google-user',
    body: entity.googleUser,
    output: entity.googleLogin,
  },
  generateImage: {
    method: 'POST',
    path: '/images/generate/{id}',
    summary: 'Generates the image of a joke',
    description: `May take ${limits.imageTimeoutSeconds} seconds. Returns the existing image if there is one, unless \`force\` is set.`,
    errors: {
      not_found: 'no joke has this id',
      conflict: 'an image of it is already being generated, or the model declined',
      too_many_requests: 'the quota of the image model is used up',
    },
    access: 'admin',
    params: entity.byId,
    query: entity.generateImageQuery,
    timeoutSeconds: limits.imageTimeoutSeconds,
    output: entity.generatedImage,
  },
  getImageStatus: {
    method: 'GET',
    path: '/images/status/{id}',
    summary: 'Checks whether a joke has an image',
    errors: { not_found: 'no joke that the caller may see has this id' },
    access: 'anyone-or-admin',
    cache: aMinute,
    params: entity.byId,
    output: entity.imageStatus,
  },
  listImageStatus: {
    method: 'GET',
    path: '/images/batch-status',
    summary: 'Checks which of several jokes have an image',
    description: 'A joke that the caller may not see counts as one without an image.',
    access: 'anyone-or-admin',
    cache: aMinute,
    query: entity.batchStatusQuery,
    output: entity.batchImageStatus,
  },
  getImageFile: {
    method: 'GET',
    path: '/images/files/{name}',
    summary: 'An image file',
    description:
      'Anyone may get an image that an approved joke uses now. The URLs in responses to an administrator are signed: for 15 minutes they also return images of other jokes, which are never cached. An invalid or expired signature is ignored.',
    errors: { not_found: 'there is no such file, or the caller may not see it' },
    access: 'anyone',
    cache: { seconds: 3_600, browserSeconds: 31_536_000 },
    params: z.strictObject({ name: entity.imageFileName }),
    query: entity.imageFileQuery,
    output: null,
  },
  getOEmbed: {
    method: 'GET',
    path: '/oembed',
    summary: 'How to embed a joke in another site, as oEmbed 1.0',
    description:
      'For the URL of a fact’s page on this site; http and https, a slash at the end, a query and a fragment make no difference. Other URLs get a 404. Unlike other calls, it ignores unknown parameters, since consumers add their own. JSON is the only format: any other is invalid input.',
    errors: { not_found: 'the URL is not that of an approved joke on this site' },
    access: 'anyone',
    cache: aMinute,
    query: oEmbedQuery,
    output: oEmbed,
  },
  getHealth: {
    method: 'GET',
    path: '/health',
    summary: 'Checks whether the API can reach its database',
    access: 'anyone',
    output: entity.health,
  },
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This contract as OpenAPI 3.1',
    access: 'anyone',
    cache: { seconds: 600 },
    output: z.record(z.string(), z.unknown()),
  },
} as const satisfies Record<string, Endpoint>;
