import * as z from 'zod';
import { accountEndpoints } from './account-endpoints.ts';
import { calls, type Endpoint } from './calls.ts';
import { count } from './fields.ts';
import { imageEndpoints } from './image-endpoints.ts';
import { jokeEndpoints } from './joke-endpoints.ts';
import { moderatedJoke } from './jokes.ts';
import { moderationEndpoints } from './moderation-endpoints.ts';
import { visitorEndpoints } from './visitor-endpoints.ts';

/** Every call of the API. Routes, client, permissions, caching, tests and OpenAPI come from this table. */
export const endpoints = {
  // Before `/jokes/{id}`, since `submit` and `similar` are not ids.
  ...visitorEndpoints,
  ...jokeEndpoints,
  ...moderationEndpoints,
  ...accountEndpoints,
  ...imageEndpoints,
  getHealth: {
    ...calls.getHealth,
    summary: 'Checks whether the API can reach its database',
    output: z.strictObject({
      status: z.literal('ok'),
      firestore: z.literal('reachable'),
      catalog: z
        .strictObject({
          /** deleted ones included */
          jokes: count,
          /** since it last followed the database */
          age_seconds: count,
          /** of what an instance starts from; null if it starts from all jokes */
          snapshot_age_seconds: count.nullable(),
        })
        .optional()
        .describe('What this instance has in memory; missing until it was needed'),
    }),
  },
  getOpenApi: {
    ...calls.getOpenApi,
    summary: 'This contract as OpenAPI 3.1',
    cache: { seconds: 600 },
    output: z.record(z.string(), z.unknown()),
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** The schemas of an endpoint under these names, of those that it has. */
type Parts<N extends EndpointName, Key extends string> = Pick<
  Endpoints[N],
  Extract<keyof Endpoints[N], Key>
>;

/** What a client sends: those of `params`, `query` and `body` that the endpoint has. */
export type EndpointInput<N extends EndpointName> = {
  [K in keyof Parts<N, 'params' | 'query' | 'body'>]: z.input<Endpoints[N][K]>;
};

/** The same and the headers after parsing: defaults filled in, texts normalized. */
export type ParsedInput<N extends EndpointName> = {
  [K in keyof Parts<N, 'params' | 'query' | 'body' | 'headers'>]: z.output<Endpoints[N][K]>;
};

/** The body of an endpoint's successful response; a file if there is no schema. */
export type EndpointOutput<N extends EndpointName> = Endpoints[N]['output'] extends z.ZodType
  ? z.output<Endpoints[N]['output']>
  : Uint8Array;

/** The body of every error response. */
export const errorBody = z.strictObject({
  /** what is wrong, or each problem of the input: where it is, what it is, and that as a code */
  detail: z.union([
    z.string(),
    z.array(
      z.strictObject({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        type: z.string(),
      }),
    ),
  ]),
  /** the joke as it is now, if a decision was refused because it has changed */
  joke: moderatedJoke.optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
