import type * as z from 'zod';

/**
 * Who may call.
 * - `anyone`: a bearer is ignored.
 * - `anyone-or-admin`: an administrator's bearer counts as that administrator; no bearer, or another
 *   Google user's, as a visitor; an invalid one is 401.
 * - `google-user`: requires a verified Firebase ID token.
 * - `admin`: requires an administrator's bearer.
 */
export type Access = 'anyone' | 'anyone-or-admin' | 'google-user' | 'admin';

/** How a call is sent: what a client needs when it runs, without the schemas. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to `/api/v1`, parameters in braces. */
  path: `/${string}`;
  access: Access;
  /** How the body is encoded; JSON by default. */
  bodyType?: 'application/json' | 'application/x-www-form-urlencoded';
  /** What the session cookie holds on its path: a voter id, or the mark of a browser that has signed in. */
  cookie?: 'voter' | 'known-browser';
}

/**
 * How long a response may be cached: `seconds` in the CDN, `browserSeconds` in a browser; without them the
 * browser revalidates every time.
 */
export interface CachePolicy {
  seconds: number;
  browserSeconds?: number;
}

/** For everything that shows jokes: one that is taken down leaves the CDN this soon. */
export const aMinute = { seconds: 60 } as const satisfies CachePolicy;

/** One call of the API. */
export interface Endpoint extends Call {
  /** What a call does, if visitors and programs of other sites have a use for it: then it is documented. */
  summary?: string;
  /** What the summary leaves out, in complete sentences of Markdown. */
  description?: string;
  /** Not cached by default. */
  cache?: CachePolicy;
  /** The status of a successful response; 200 by default. */
  success?: 201;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The headers that it reads, by their names in lower case; all are optional. */
  headers?: z.ZodType;
  /** The most bytes of a body, if the general limit is too small. */
  bodyMaxBytes?: number;
  /** The schema of the response's body; `null` if it is a file. */
  output: z.ZodType | null;
  /** The media type of that file. */
  fileType?: `image/${string}`;
  /** How long it may take, if the general limit is too short. */
  timeoutSeconds?: number;
}

/** How every call of the API is sent. What goes in and comes out is in `endpoints`. */
export const calls = {
  listJokes: { method: 'GET', path: '/jokes', access: 'anyone-or-admin' },
  getRandomJoke: { method: 'GET', path: '/jokes/random', access: 'anyone' },
  listTopJokes: { method: 'GET', path: '/jokes/top', access: 'anyone' },
  listDailyJokes: { method: 'GET', path: '/jokes/daily', access: 'anyone' },
  listNewestJokes: { method: 'GET', path: '/jokes/newest', access: 'anyone' },
  searchJokes: { method: 'GET', path: '/jokes/search', access: 'anyone' },
  listTags: { method: 'GET', path: '/tags', access: 'anyone' },
  submitJoke: { method: 'POST', path: '/jokes/submit', access: 'anyone' },
  getSubmission: { method: 'GET', path: '/submissions/{receipt}', access: 'anyone' },
  findSimilarJokes: { method: 'POST', path: '/jokes/similar', access: 'anyone' },
  getJoke: { method: 'GET', path: '/jokes/{id}', access: 'anyone' },
  getRelatedJokes: { method: 'GET', path: '/jokes/{id}/related', access: 'anyone' },
  rateJoke: { method: 'POST', path: '/ratings', access: 'anyone', cookie: 'voter' },
  reportJoke: { method: 'POST', path: '/reports', access: 'anyone', cookie: 'voter' },
  // Before the other, whose number it would be a part of.
  getTallCard: { method: 'GET', path: '/cards/{id}-tall.png', access: 'anyone' },
  getCard: { method: 'GET', path: '/cards/{id}.png', access: 'anyone' },
  getHealth: { method: 'GET', path: '/health', access: 'anyone' },
  getOpenApi: { method: 'GET', path: '/openapi.json', access: 'anyone' },
  approveJoke: { method: 'POST', path: '/admin/approve/{id}', access: 'admin' },
  rejectJoke: { method: 'POST', path: '/admin/reject/{id}', access: 'admin' },
  deleteJoke: { method: 'DELETE', path: '/admin/delete/{id}', access: 'admin' },
  editJoke: { method: 'PUT', path: '/admin/edit/{id}', access: 'admin' },
  changeJokes: { method: 'POST', path: '/admin/changes', access: 'admin' },
  undoChange: { method: 'POST', path: '/admin/changes/{id}/undo', access: 'admin' },
  listChanges: { method: 'GET', path: '/admin/changes', access: 'admin' },
  listSimilarJokes: { method: 'GET', path: '/admin/similar/{id}', access: 'admin' },
  getQueue: { method: 'GET', path: '/admin/queue', access: 'admin' },
  listReported: { method: 'GET', path: '/admin/reported', access: 'admin' },
  getAdminCounts: { method: 'GET', path: '/admin/counts', access: 'admin' },
  getAdmin: { method: 'GET', path: '/admin/me', access: 'admin' },
  loginAdmin: {
    method: 'POST',
    path: '/admin/login',
    access: 'anyone',
    bodyType: 'application/x-www-form-urlencoded',
    cookie: 'known-browser',
  },
  logoutAdmin: { method: 'POST', path: '/admin/logout', access: 'admin' },
  getAdminSetup: { method: 'GET', path: '/admin/setup', access: 'anyone' },
  setupAdmin: { method: 'POST', path: '/admin/setup', access: 'anyone' },
  changePassword: {
    method: 'POST',
    path: '/admin/change-password',
    access: 'admin',
    cookie: 'known-browser',
  },
  loginGoogle: { method: 'POST', path: '/auth/google', access: 'google-user' },
  generateImage: { method: 'POST', path: '/images/generate/{id}', access: 'admin' },
  getImageStatus: { method: 'GET', path: '/images/status/{id}', access: 'anyone-or-admin' },
  listImageStatus: { method: 'GET', path: '/images/batch-status', access: 'anyone-or-admin' },
  getImageFile: { method: 'GET', path: '/images/files/{name}', access: 'anyone-or-admin' },
} as const satisfies Record<string, Call>;
