import * as z from 'zod/mini';
import * as entity from './entities.ts';

/**
 * Who may call.
 * - `anyone`: a bearer is not looked at.
 * - `anyone-or-admin`: without a bearer as a visitor; with one as an administrator or 401.
 * - `google-user`: needs a verified Firebase ID token.
 * - `admin`: needs an administrator's bearer.
 */
export type Access = 'anyone' | 'anyone-or-admin' | 'google-user' | 'admin';

/** How an answer may be cached. `shared` seconds in the CDN; browsers always revalidate. */
export type CachePolicy =
  | { kind: 'none' }
  | { kind: 'shared'; seconds: number; staleSeconds: number }
  | { kind: 'immutable' };

/** What an endpoint reads from the session cookie, if anything. */
export type CookieUse = 'none' | 'voter';

const none = { kind: 'none' } as const satisfies CachePolicy;
const minutes = { kind: 'shared', seconds: 60, staleSeconds: 600 } as const satisfies CachePolicy;

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, parameters in braces. */
  path: `/${string}`;
  summary: string;
  access: Access;
  cache: CachePolicy;
  success: 200 | 201;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** How the body is encoded; JSON where nothing is said. */
  bodyType?: 'application/json' | 'application/x-www-form-urlencoded';
  /** The answer's schema; `null` where the answer is a file. */
  output: z.ZodMiniType | null;
  cookie?: CookieUse;
}

const byId = z.strictObject({ id: entity.jokeIdText });

/** Every call of the API. Routes, client, permission, caching, tests and OpenAPI come from this table. */
export const endpoints = {
  listJokes: {
    method: 'GET',
    path: '/jokes',
    summary: 'A numbered page of jokes',
    access: 'anyone-or-admin',
    cache: minutes,
    success: 200,
    query: entity.listQuery,
    output: entity.jokeList,
  },
  getRandomJoke: {
    method: 'GET',
    path: '/jokes/random',
    summary: 'One approved joke, each as likely as any other',
    access: 'anyone',
    cache: none,
    success: 200,
    output: entity.joke,
  },
  listTopJokes: {
    method: 'GET',
    path: '/jokes/top',
    summary: 'The best rated approved jokes, best first',
    access: 'anyone',
    cache: minutes,
    success: 200,
    query: entity.topQuery,
    output: entity.jokeList,
  },
  listNewestJokes: {
    method: 'GET',
    path: '/jokes/newest',
    summary: 'The jokes approved last, newest first',
    access: 'anyone',
    cache: minutes,
    success: 200,
    query: entity.newestQuery,
    output: entity.jokeList,
  },
  submitJoke: {
    method: 'POST',
    path: '/jokes/submit',
    summary: 'Submits a joke for approval',
    access: 'anyone',
    cache: none,
    success: 201,
    body: entity.submission,
    output: entity.submissionReceipt,
  },
  rateJoke: {
    method: 'POST',
    path: '/ratings',
    summary: 'Rates an approved joke, once per browser',
    access: 'anyone',
    cache: none,
    success: 201,
    body: entity.ratingSubmission,
    output: entity.ratingReceipt,
    cookie: 'voter',
  },
  approveJoke: {
    method: 'POST',
    path: '/admin/approve/{id}',
    summary: 'Approves a joke',
    access: 'admin',
    cache: none,
    success: 200,
    params: byId,
    output: entity.moderationReceipt,
  },
  rejectJoke: {
    method: 'POST',
    path: '/admin/reject/{id}',
    summary: 'Rejects a joke',
    access: 'admin',
    cache: none,
    success: 200,
    params: byId,
    output: entity.moderationReceipt,
  },
  deleteJoke: {
    method: 'DELETE',
    path: '/admin/delete/{id}',
    summary: 'Deletes a joke and its ratings',
    access: 'admin',
    cache: none,
    success: 200,
    params: byId,
    output: entity.deletionReceipt,
  },
  editJoke: {
    method: 'PUT',
    path: '/admin/edit/{id}',
    summary: 'Changes the text of a joke',
    access: 'admin',
    cache: none,
    success: 200,
    params: byId,
    body: entity.submission,
    output: entity.joke,
  },
  getAdmin: {
    method: 'GET',
    path: '/admin/me',
    summary: 'Tells who the bearer is',
    access: 'admin',
    cache: none,
    success: 200,
    output: entity.admin,
  },
  loginAdmin: {
    method: 'POST',
    path: '/admin/login',
    summary: 'Signs an administrator in',
    access: 'anyone',
    cache: none,
    success: 200,
    body: entity.adminLogin,
    bodyType: 'application/x-www-form-urlencoded',
    output: entity.accessToken,
  },
  logoutAdmin: {
    method: 'POST',
    path: '/admin/logout',
    summary: 'Revokes the bearer',
    access: 'admin',
    cache: none,
    success: 200,
    output: entity.acknowledgement,
  },
  getAdminSetup: {
    method: 'GET',
    path: '/admin/setup',
    summary: 'Tells whether an administrator exists',
    access: 'anyone',
    cache: none,
    success: 200,
    output: entity.adminSetupState,
  },
  setupAdmin: {
    method: 'POST',
    path: '/admin/setup',
    summary: 'Creates the first administrator',
    access: 'anyone',
    cache: none,
    success: 201,
    body: entity.adminSetup,
    output: entity.admin,
  },
  changePassword: {
    method: 'POST',
    path: '/admin/change-password',
    summary: "Changes the administrator's own password",
    access: 'admin',
    cache: none,
    success: 200,
    body: entity.passwordChange,
    output: entity.acknowledgement,
  },
  loginGoogle: {
    method: 'POST',
    path: '/auth/google',
    summary: 'Takes note of a Google sign-in',
    access: 'google-user',
    cache: none,
    success: 200,
    body: entity.googleUser,
    output: entity.googleLogin,
  },
  generateImage: {
    method: 'POST',
    path: '/images/generate/{id}',
    summary: 'Makes the picture of a joke',
    access: 'admin',
    cache: none,
    success: 200,
    params: byId,
    query: entity.generateImageQuery,
    output: entity.generatedImage,
  },
  getImageStatus: {
    method: 'GET',
    path: '/images/status/{id}',
    summary: 'Tells whether a joke has a picture',
    access: 'anyone-or-admin',
    cache: minutes,
    success: 200,
    params: byId,
    output: entity.imageStatus,
  },
  listImageStatus: {
    method: 'GET',
    path: '/images/batch-status',
    summary: 'Tells which of several jokes have a picture',
    access: 'anyone-or-admin',
    cache: minutes,
    success: 200,
    query: entity.batchStatusQuery,
    output: entity.batchImageStatus,
  },
  getImageFile: {
    method: 'GET',
    path: '/images/files/{name}',
    summary: 'A picture',
    access: 'anyone',
    cache: { kind: 'immutable' },
    success: 200,
    params: z.strictObject({ name: entity.imageFileName }),
    output: null,
  },
  getHealth: {
    method: 'GET',
    path: '/health',
    summary: 'Tells whether the API reaches its database',
    access: 'anyone',
    cache: none,
    success: 200,
    output: entity.health,
  },
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This contract as OpenAPI 3.1',
    access: 'anyone',
    cache: { kind: 'shared', seconds: 600, staleSeconds: 3_600 },
    success: 200,
    output: z.record(z.string(), z.unknown()),
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

type Part<E, K extends 'params' | 'query' | 'body'> = E extends {
  [P in K]: infer S extends z.ZodMiniType;
}
  ? { [P in K]: S }
  : unknown;
type Parts<E> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

/** What a caller gives: `params`, `query` and `body`, as far as the endpoint has them. */
export type EndpointInput<N extends EndpointName> = {
  [K in keyof Parts<Endpoints[N]>]: Parts<Endpoints[N]>[K] extends z.ZodMiniType
    ? z.input<Parts<Endpoints[N]>[K]>
    : never;
};

/** The same once it is parsed: defaults filled in, texts normalised. */
export type ParsedInput<N extends EndpointName> = {
  [K in keyof Parts<Endpoints[N]>]: Parts<Endpoints[N]>[K] extends z.ZodMiniType
    ? z.output<Parts<Endpoints[N]>[K]>
    : never;
};

/** What the endpoint answers on success. */
export type EndpointOutput<N extends EndpointName> = Endpoints[N]['output'] extends z.ZodMiniType
  ? z.output<Endpoints[N]['output']>
  : null;
