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

/** What a caller gives: `params`, `query` and `body`, as far as the endpoint has them. */
export type EndpointInput<N extends EndpointName> = {
  [K in keyof Parts<Endpoints[N]>]: Parts<Endpoints[N]>[K] extends z.ZodMiniType
    ? z.input<Parts<Endpoints[N]>[K]>
    : never;
};

/** The same and the headers once they are parsed: defaults filled in, texts normalised. */
export type ParsedInput<N extends EndpointName> = {
  [K in keyof ParsedParts<Endpoints[N]>]: ParsedParts<Endpoints[N]>[K] extends z.ZodMiniType
    ? z.output<ParsedParts<Endpoints[N]>[K]>
    : never;
};

/** What an endpoint without an output schema answers: a file. */
export interface FileOutput {
  content: Uint8Array;
  /** its media type */
  type: string;
  /** whether it is for the caller alone */
  personal: boolean;
}

/** What the endpoint answers on success. */
export type EndpointOutput<N extends EndpointName> = Endpoints[N]['output'] extends z.ZodMiniType
  ? z.output<Endpoints[N]['output']>
  : FileOutput;
