import type * as z from 'zod/mini';
import type { endpoints } from './endpoints.ts';

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** The schemas of an endpoint under these names, of those that it has. */
type Parts<N extends EndpointName, Key extends string> = Pick<
  Endpoints[N],
  Extract<keyof Endpoints[N], Key>
>;
type Input<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : never;
type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : never;

/** What a client sends: those of `params`, `query` and `body` that the endpoint has. */
export type EndpointInput<N extends EndpointName> = {
  [K in keyof Parts<N, 'params' | 'query' | 'body'>]: Input<Endpoints[N][K]>;
};

/** The same and the headers after parsing: defaults filled in, texts normalized. */
export type ParsedInput<N extends EndpointName> = {
  [K in keyof Parts<N, 'params' | 'query' | 'body' | 'headers'>]: Output<Endpoints[N][K]>;
};

/** The output of an endpoint without an output schema: a file. */
interface FileOutput {
  content: Uint8Array;
  /** whether only the caller may see it */
  personal: boolean;
}

/** The body of an endpoint's successful response. */
export type EndpointOutput<N extends EndpointName> = Endpoints[N]['output'] extends z.ZodMiniType
  ? z.output<Endpoints[N]['output']>
  : FileOutput;
