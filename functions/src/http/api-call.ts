import { promisify } from 'node:util';
import express, { type Request, type Response } from 'express';
import * as z from 'zod';
import {
  ApiError,
  endpoints,
  type Endpoint,
  type EndpointName,
  type EndpointOutput,
  type Endpoints,
  type ParsedInput,
  type PageEndpoint,
  type PageInput,
  type ReadForPage,
} from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import { withDeadline } from '../platform/deadline.ts';
import type { Admitted, Caller } from '../platform/identity.ts';
import { useOwnWords } from '../platform/input-problems.ts';
import type { Tools } from '../platform/tools.ts';

useOwnWords();

/** One request, authorized and parsed, as its handler receives it. */
export interface ApiCall<Name extends EndpointName> extends Caller {
  identity: Admitted[Endpoints[Name]['access']];
  input: ParsedInput<Name>;
  /** The value of the session cookie, if the browser sent one and the endpoint uses it. */
  sessionCookie: string | undefined;
  /** Sets the session cookie on the paths that use it. */
  setSessionCookie(value: string): void;
}

/** Returns the endpoint's output for a call, or throws an ApiError. */
export type Handler<Name extends EndpointName> = (
  call: ApiCall<Name>,
) => Promise<EndpointOutput<Name>>;

/** The handlers of some endpoints, such as one feature's routes. */
export type Handlers<Name extends EndpointName = EndpointName> = { [N in Name]: Handler<N> };

const tooLarge = () => new ApiError('payload_too_large', 'The request is too large.');

const parserError = z.object({ status: z.int() });

/** The error for a body that Express's parser refuses. It has no cause, because that may have the body. */
function refusalOf(error: unknown, type: string): ApiError {
  if (error instanceof ApiError) return error;
  if (parserError.parse(error).status === 415) {
    const detail = `The body must be ${type} in UTF-8, and not compressed.`;
    return new ApiError('unsupported_media_type', detail);
  }
  const msg = 'The request could not be read.';
  return new ApiError('invalid_input', [{ loc: ['body'], msg, type: 'malformed' }]);
}

/**
 * Closes the connection after the response, so that nothing keeps what has arrived of a body. After other refusals it
 * stays open, and Node discards the rest: a client that is still sending would lose the response with its connection.
 */
function closing(response: Response, error: ApiError): ApiError {
  response.set('Connection', 'close');
  return error;
}

/** Bytes of all bodies that this process is reading: their Content-Length, or without one the most they may have. */
let unfinished = 0;

/**
 * Reads a body into `request.body`, which stays undefined without one.
 * @throws ApiError payload_too_large as soon as that is known; unsupported_media_type; request_timeout if the client
 *   takes too long; unavailable if too many bodies are being read; invalid_input for malformed JSON
 */
export async function readBody(
  request: Request,
  response: Response,
  { bodyType: type = 'application/json', bodyMaxBytes: limit = limits.bodyMaxBytes }: Endpoint,
  timeout: Tools['timeout'],
): Promise<void> {
  const isOfType = request.is(type);
  const bytes = isOfType === null ? 0 : Number(request.get('content-length') ?? limit);
  if (bytes === 0) return;
  if (bytes > limit) throw tooLarge();
  // The parser ignores other types.
  if (isOfType === false) throw refusalOf({ status: 415 }, type);
  if (unfinished + bytes > limits.bodiesMaxBytes) {
    const detail = 'Too many requests are arriving right now. Please try again.';
    const retryAfter = limits.bodyTimeoutSeconds;
    throw closing(response, new ApiError('unavailable', detail, { retryAfter, shed: true }));
  }
  const options = { type, limit, inflate: false, strict: false, extended: false };
  const parse = type === 'application/json' ? express.json(options) : express.urlencoded(options);
  // Express's parsers refuse a body that is too large only when all of it has arrived.
  const exceeded = Promise.withResolvers<never>();
  let left = limit;
  request.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) exceeded.reject(tooLarge());
  });
  const slow = 'The request took too long to arrive.';
  unfinished += bytes;
  try {
    await withDeadline(
      Promise.race([exceeded.promise, promisify(parse)(request, response)]),
      timeout(limits.bodyTimeoutSeconds * 1_000),
      () => closing(response, new ApiError('request_timeout', slow)),
    );
  } catch (error) {
    throw refusalOf(error, type);
  } finally {
    unfinished -= bytes;
  }
}

/** The input of an endpoint without fields: nothing, or an empty object. */
const noFields = z.strictObject({}).optional();

/** What a call sends, as Express has it. */
interface SentInput {
  params?: unknown;
  query?: unknown;
  headers?: unknown;
  body?: unknown;
}

/**
 * Path, query, headers and body of a request, parsed with the endpoint's schemas.
 * @throws ApiError invalid_input, listing every problem
 */
export function parseInput<N extends EndpointName>(name: N, request: SentInput): ParsedInput<N>;
export function parseInput(name: EndpointName, request: SentInput): Record<string, unknown> {
  const { params, query = noFields, headers, body = noFields }: Endpoint = endpoints[name];
  const parts = [
    { key: 'params', part: 'path', schema: params, value: request.params },
    { key: 'query', part: 'query', schema: query, value: request.query },
    { key: 'headers', part: 'header', schema: headers, value: request.headers },
    { key: 'body', part: 'body', schema: body, value: request.body },
  ];
  const input: Record<string, unknown> = {};
  const problems = parts.flatMap(({ key, part, schema, value }) => {
    const parsed = schema?.safeParse(value);
    input[key] = parsed?.data;
    const issues = parsed?.error?.issues ?? [];
    return issues.map(({ path, message, code }) => ({
      loc: [part, ...path.map((name) => (typeof name === 'number' ? name : String(name)))],
      msg: message,
      type: code,
    }));
  });
  if (problems.length > 0) throw new ApiError('invalid_input', problems);
  return input;
}

/** Creates functions that read for a visitor's pages with the handlers of the API, as a call does. */
export function visitorReader(handlers: Handlers<PageEndpoint>) {
  const call = <Name extends PageEndpoint>(name: Name, input: PageInput, visitor: Caller) =>
    handlers[name]({
      input: parseInput(name, input),
      ...visitor,
      sessionCookie: undefined,
      setSessionCookie: () => undefined,
    });
  return (visitor: Caller): ReadForPage =>
    async (name, input) =>
      endpoints[name].output.parse(await call(name, input, visitor));
}
