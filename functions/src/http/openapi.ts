import * as z from 'zod/mini';
import {
  API_BASE_PATH,
  endpoints,
  ERROR_STATUS,
  errorBody,
  limits,
  PRODUCT_NAME,
  type Access,
  type CachePolicy,
  type Endpoint,
} from '../contract/index.ts';
import type { Handlers } from './api-call.ts';
import { namesOf } from './routing.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * A schema as JSON Schema, without redundant keywords.
 * @param io `input` for requests, `output` for responses
 */
function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ jsonSchema: part }) {
      // A path or query carries text anyway, so only the intended type is documented.
      if (part.type !== undefined) delete part.anyOf;
      if (part.format !== undefined) delete part.pattern;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
    },
  });
  return rest;
}

/** The fields of an object schema. */
export function fieldsOf({ properties = {} }: JsonSchema): [name: string, field: JsonSchema][] {
  const fields = Object.entries(properties);
  return fields.flatMap(([name, field]) => (typeof field === 'object' ? [[name, field]] : []));
}

/** The fields of an object schema as OpenAPI parameters. */
function parameters(place: 'path' | 'query' | 'header', schema?: z.ZodMiniType) {
  if (!schema) return [];
  const object = jsonSchema(schema, 'input');
  // Without input only the defaults remain, unless a field is required.
  const defaults = new Map(Object.entries(schema.safeParse({}).data ?? {}));
  return fieldsOf(object).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || object.required?.includes(name) === true,
    ...(description !== undefined && { description }),
    schema: defaults.has(name) ? { ...property, default: defaults.get(name) } : property,
  }));
}

/** Who may call, with the role that the bearer needs. */
function security(access: Access): { bearer?: string[] }[] {
  if (access === 'anyone') return [];
  if (access === 'anyone-or-admin') return [{}, { bearer: ['admin'] }];
  return [{ bearer: [access] }];
}

/** Describes how long a successful response is cached. */
function describeCache(policy?: CachePolicy): string {
  if (!policy) return 'not cached';
  const days = (policy.browserSeconds ?? 0) / 86_400;
  const browsers = days > 0 ? `by browsers for ${days} days` : 'browsers revalidate every time';
  return `by the CDN for ${policy.seconds} seconds; ${browsers}`;
}

/** Why a call can fail, with the statuses; a status may have several reasons. */
function failures(endpoint: Endpoint): [status: number, reason: string][] {
  const { access, errors = {}, method, body } = endpoint;
  const found: [status: number, reason: string][] = [];
  if (access === 'anyone-or-admin') found.push([401, 'the bearer is not valid']);
  else if (access !== 'anyone') found.push([401, 'the bearer is missing or not valid']);
  if (access === 'admin') found.push([403, 'the bearer is not an administrator’s']);
  if (access === 'google-user') found.push([403, 'the bearer is not a Google account’s']);
  if (method !== 'GET') found.push([403, 'the request comes from another site']);
  for (const code of namesOf(ERROR_STATUS)) {
    const reason = errors[code];
    if (reason !== undefined) found.push([ERROR_STATUS[code], reason]);
  }
  if (body) {
    found.push(
      [413, `the body is larger than ${limits.bodyMaxBytes / 1_024} KB`],
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

interface OpenApiResponse {
  description: string;
  headers?: { 'Cache-Control': { description: string; schema: JsonSchema } };
  content: Record<string, { schema: JsonSchema }>;
}

/** Every response of an endpoint, by status, as an OpenAPI Responses Object. */
function responses(endpoint: Endpoint): Record<string, OpenApiResponse> {
  const { access, cache, output, fileType = '*/*', success = 200 } = endpoint;
  const personal = access === 'anyone-or-admin' ? '; not cached with a bearer' : '';
  const description = `${describeCache(cache)}${personal}`;
  const errors = [...Map.groupBy(failures(endpoint), ([status]) => status)].map(
    ([status, reasons]) => [
      status,
      {
        description: reasons.map(([, reason]) => reason).join('; or '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ],
  );
  return {
    [success]: {
      description: 'Success',
      headers: { 'Cache-Control': { description, schema: { type: 'string' } } },
      content: output
        ? { 'application/json': { schema: jsonSchema(output, 'output') } }
        : { [fileType]: { schema: { type: 'string', format: 'binary' } } },
    },
    ...Object.fromEntries(errors),
  };
}

function operation(name: string, endpoint: Endpoint) {
  const { summary, description, access, params, query, headers, body } = endpoint;
  const bodyType = endpoint.bodyType ?? 'application/json';
  return {
    operationId: name,
    summary,
    ...(description !== undefined && { description }),
    security: security(access),
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      ...parameters('header', headers),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { [bodyType]: { schema: jsonSchema(body, 'input') } },
      },
    }),
    responses: responses(endpoint),
  };
}

/** The contract's endpoint table as an OpenAPI 3.1 document. */
export function createOpenApiDocument() {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT_NAME, version: '1.0.0' },
    servers: [{ url: API_BASE_PATH }],
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

export function openApiRoutes(): Handlers<'getOpenApi'> {
  return { getOpenApi: () => Promise.resolve(createOpenApiDocument()) };
}
