import type * as z from 'zod/mini';
import type { endpoints } from './endpoints.ts';

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

type Part<E, K extends 'params' | 'query' | 'body' | 'headers'> = E extends {
  [P in K]: infer S extends z.ZodMiniType;
}
  ? { [P in K]: S }
  : unknown;
type Parts<E> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;
type ParsedParts<E> = Parts<E> & Part<E, 'headers'>;

/** What a client sends: those of `params`, `query` and `body` that the endpoint has. */
export type EndpointInput<N extends EndpointName> = {
  [K in keyof Parts<Endpoints[N]>]: Parts<Endpoints[N]>[K] extends z.ZodMiniType
    ? z.input<Parts<Endpoints[N]>[K]>
    : never;
};

/** The same and the headers after parsing: defaults filled in, texts normalized. */
export type ParsedInput<N extends EndpointName> = {
  [K in keyof ParsedParts<Endpoints[N]>]: ParsedParts<Endpoints[N]>[K] extends z.ZodMiniType
    ? z.output<ParsedParts<Endpoints[N]>[K]>
    : never;
};

/** The output of an endpoint without an output schema: a file. */
export interface FileOutput {
  content: Uint8Array;
  /** its media type */
  type: string;
  /** whether only the caller may see it */
  personal: boolean;
}

/** The body of an endpoint's successful response. */
export type EndpointOutput<N extends EndpointName> = Endpoints[N]['output'] extends z.ZodMiniType
  ? z.output<Endpoints[N]['output']>
  : FileOutput;
