import type { Request } from 'express';
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import {
  ApiError,
  endpoints,
  type Endpoint,
  type EndpointName,
  type ErrorEntry,
  type ParsedInput,
} from '../contract/index.ts';
import { isOptional, requireBodyType } from './read-body.ts';

z.config(en());

/** The input of an endpoint without fields: nothing, or an empty object. */
const noFields = z.optional(z.strictObject({}));

type Issue = z.core.$ZodIssue;

function entries(part: string, issues: readonly Issue[]): ErrorEntry[] {
  return issues.map((issue) => ({
    loc: [part, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))],
    msg: issue.message,
    type: issue.code,
  }));
}

/**
 * Path, query, headers and body of a request, parsed with the endpoint's schemas.
 * @throws ApiError invalid_input, listing every problem, or unsupported_media_type
 */
export function parseInput<Name extends EndpointName>(
  name: Name,
  request: Request,
): ParsedInput<Name>;
export function parseInput(name: EndpointName, request: Request): Record<string, unknown> {
  const endpoint: Endpoint = endpoints[name];
  // A body that may be left out has its type checked when it is read.
  if (endpoint.body && !isOptional(endpoint.body)) requireBodyType(request, endpoint);
  const parts = [
    { key: 'params', loc: 'path', schema: endpoint.params, value: request.params },
    { key: 'query', loc: 'query', schema: endpoint.query ?? noFields, value: request.query },
    { key: 'headers', loc: 'header', schema: endpoint.headers, value: request.headers },
    { key: 'body', loc: 'body', schema: endpoint.body ?? noFields, value: request.body },
  ];
  const input: Record<string, unknown> = {};
  const errors: ErrorEntry[] = [];
  for (const { key, loc, schema, value } of parts) {
    if (!schema) continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) input[key] = parsed.data;
    else errors.push(...entries(loc, parsed.error.issues));
  }
  if (errors.length > 0) throw new ApiError('invalid_input', errors);
  return input;
}
