import type * as z from 'zod/mini';
import {
  API_BASE_PATH,
  endpoints,
  ERROR_STATUS,
  errorBody,
  PRODUCT_NAME,
  type CachePolicy,
  type Endpoint,
  type EndpointName,
} from '../contract/index.ts';
import { DAY_MS, limits } from '../domain/index.ts';
import { exampleOf, fieldsOf, jsonSchema, type JsonSchema } from './openapi-schema.ts';
import { DESCRIPTION, HEADERS, TAGS } from './openapi-texts.ts';
import { isOptional } from './read-input.ts';
import { namesOf } from './routing.ts';

/** The fields of an object schema as OpenAPI parameters. */
function parameters(name: string, place: 'path' | 'query' | 'header', schema?: z.ZodMiniType) {
  if (!schema) return [];
  const object = jsonSchema(schema, 'input', name);
  // Without input only the defaults remain, unless a field is required.
  const defaults = new Map(Object.entries(schema.safeParse({}).data ?? {}));
  return fieldsOf(object).map(([field, { description, ...property }]) => {
    const required = place === 'path' || object.required?.includes(field) === true;
    return {
      name: field,
      in: place,
      required,
      ...(description !== undefined && { description }),
      ...(required && { example: exampleOf(property, name, field) }),
      schema: defaults.has(field) ? { ...property, default: defaults.get(field) } : property,
    };
  });
}

/** Describes how long a successful response is cached. */
function describeCache(policy?: CachePolicy): string {
  if (!policy) return 'not cached';
  const days = ((policy.browserSeconds ?? 0) * 1_000) / DAY_MS;
  const browsers = days > 0 ? `by browsers for ${days} days` : 'browsers revalidate every time';
  return `by the CDN for ${policy.seconds} seconds; ${browsers}`;
}

/** Why a call can fail, with the statuses; a status may have several reasons. */
function failures(endpoint: Endpoint): [status: number, reason: string][] {
  const { errors = {}, method, body, bodyMaxBytes = limits.bodyMaxBytes } = endpoint;
  const found: [status: number, reason: string][] = [];
  if (method !== 'GET') found.push([403, 'the request comes from another site']);
  for (const code of namesOf(ERROR_STATUS)) {
    const reason = errors[code];
    if (reason !== undefined) found.push([ERROR_STATUS[code], reason]);
  }
  if (body) {
    found.push(
      [408, `the body took longer than ${limits.bodyTimeoutSeconds} seconds to arrive`],
      [413, `the body is larger than ${bodyMaxBytes / 1_024} KB`],
      [415, 'the body has another media type'],
    );
  }
  found.push(
    [422, 'a field is missing, unknown or not valid'],
    [500, 'an error on our side'],
    [503, 'a service that the API needs is unreachable'],
  );
  return found;
}

const ETAG = ['ETag'] as const;
const COOKIE = ['Set-Cookie'] as const;
/** The headers of errors, besides those of all responses. */
const ERROR_HEADERS: Readonly<Record<number, readonly (keyof typeof HEADERS)[]>> = {
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Failures of a call that uses the voter's cookie after which the cookie may be set or cleared. */
const COOKIE_FAILURES: ReadonlySet<number> = new Set([400, 403, 404, 409, 500, 503]);

interface OpenApiHeader {
  description: string;
  schema: JsonSchema;
}

interface OpenApiResponse {
  description: string;
  headers: Record<string, OpenApiHeader | { $ref: string }>;
  content: Record<string, { schema: JsonSchema; example?: unknown }>;
}

/** References to the headers of a response. */
function headers({ anyOrigin }: Endpoint, names: readonly (keyof typeof HEADERS)[]) {
  const all = namesOf(HEADERS).filter(
    (name) =>
      name === 'X-Request-Id' ||
      names.includes(name) ||
      (anyOrigin === true && name.startsWith('Access-Control-')),
  );
  return Object.fromEntries(
    all.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const),
  );
}

/** The body of an error. @param reason as in the table of endpoints */
function errorExample(status: number, reason: string) {
  if (status !== ERROR_STATUS.invalid_input) {
    return { detail: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` };
  }
  return {
    detail: [{ loc: ['query', 'page'], msg: 'Must be a whole number', type: 'invalid_type' }],
  };
}

/** A body with an example. */
function content(body: z.ZodMiniType, io: 'input' | 'output', name: string) {
  const schema = jsonSchema(body, io, name);
  return { schema, example: exampleOf(schema, name) };
}

/** Every response of an endpoint, by status, as an OpenAPI Responses Object. */
function responses(name: string, endpoint: Endpoint): Record<string, OpenApiResponse> {
  const { cache, cookie, output, fileType = '*/*', success = 200 } = endpoint;
  const description = describeCache(cache);
  const errors = [...Map.groupBy(failures(endpoint), ([status]) => status)].map(
    ([status, reasons]) => [
      status,
      {
        description: reasons.map(([, reason]) => reason).join('; or '),
        headers: headers(endpoint, [
          ...(ERROR_HEADERS[status] ?? []),
          ...(cookie && COOKIE_FAILURES.has(status) ? COOKIE : []),
        ]),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: errorExample(status, reasons[0]?.[1] ?? ''),
          },
        },
      },
    ],
  );
  return {
    [success]: {
      description: 'Success',
      headers: {
        'Cache-Control': { description, schema: { type: 'string' } },
        ...headers(endpoint, [...(cache ? ETAG : []), ...(cookie ? COOKIE : [])]),
      },
      content: output
        ? { 'application/json': content(output, 'output', name) }
        : { [fileType]: { schema: { type: 'string', format: 'binary' } } },
    },
    ...Object.fromEntries(errors),
  };
}

function operation(name: EndpointName, endpoint: Endpoint) {
  const { method, path, summary, description, params, query, headers, body } = endpoint;
  const bodyType = endpoint.bodyType ?? 'application/json';
  const tags = TAGS.filter(([, , calls]) => calls.test(`${method} ${path}`));
  return {
    operationId: name,
    tags: tags.map(([tag]) => tag),
    summary,
    ...(description !== undefined && { description }),
    parameters: [
      ...parameters(name, 'path', params),
      ...parameters(name, 'query', query),
      ...parameters(name, 'header', headers),
    ],
    ...(body && {
      requestBody: {
        required: !isOptional(body),
        content: { [bodyType]: content(body, 'input', name) },
      },
    }),
    responses: responses(name, endpoint),
  };
}

/** Whether visitors and programs of other sites have a use for a call. */
export function isPublic({ access, path }: Endpoint): boolean {
  return access.startsWith('anyone') && !/^\/(admin|auth)\//.test(path);
}

/** The contract's public calls as an OpenAPI 3.1 document. */
export function createOpenApiDocument() {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const name of namesOf(endpoints)) {
    const endpoint: Endpoint = endpoints[name];
    if (!isPublic(endpoint)) continue;
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT_NAME,
      version: '1.0.0',
      summary: 'Facts about one man, rated by their readers',
      description: DESCRIPTION,
      contact: { name: PRODUCT_NAME, url: '/developers' },
    },
    externalDocs: { description: 'Examples and fair use', url: '/developers' },
    servers: [{ url: API_BASE_PATH, description: 'This site' }],
    tags: TAGS.map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody, 'output', 'error') },
      headers: Object.fromEntries(
        namesOf(HEADERS).map((name) => [
          name,
          { description: HEADERS[name], schema: { type: 'string' } },
        ]),
      ),
    },
  };
}
