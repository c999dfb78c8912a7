import * as z from 'zod/mini';
import {
  API_BASE_PATH,
  endpoints,
  errorBody,
  PRODUCT_NAME,
  type Access,
  type Endpoint,
} from '../contract/index.ts';

/** Statuses besides its own success that any endpoint may answer. */
const COMMON_ERRORS = {
  403: 'Refused',
  404: 'Not found',
  422: 'Input fails validation',
  503: 'Try again later',
};

const EXTRA_ERRORS: Record<Access, Record<number, string>> = {
  anyone: {},
  'anyone-or-admin': { 401: 'The bearer is not valid' },
  'google-user': { 401: 'The bearer is missing or not valid' },
  admin: { 401: 'The bearer is missing or not valid' },
};

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return rest;
}

const propertiesOf = z.object({
  properties: z._default(z.record(z.string(), z.unknown()), {}),
  required: z._default(z.array(z.string()), []),
});

/** The fields of an object schema as OpenAPI parameters. */
function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): unknown[] {
  if (!schema) return [];
  const { properties, required } = propertiesOf.parse(jsonSchema(schema, 'input'));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function errorResponses(endpoint: Endpoint): Record<string, unknown> {
  const errors = { ...COMMON_ERRORS, ...EXTRA_ERRORS[endpoint.access] };
  return Object.fromEntries(
    Object.entries(errors).map(([status, description]) => [
      status,
      {
        description,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function successContent(endpoint: Endpoint): Record<string, unknown> {
  return endpoint.output
    ? { 'application/json': { schema: jsonSchema(endpoint.output, 'output') } }
    : { 'image/webp': { schema: { type: 'string', format: 'binary' } } };
}

function security(access: Access): unknown[] {
  if (access === 'anyone') return [];
  const bearer = { bearer: [] };
  return access === 'anyone-or-admin' ? [{}, bearer] : [bearer];
}

function operation(name: string, endpoint: Endpoint): Record<string, unknown> {
  return {
    operationId: name,
    summary: endpoint.summary,
    security: security(endpoint.access),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: {
          [endpoint.bodyType ?? 'application/json']: { schema: jsonSchema(endpoint.body, 'input') },
        },
      },
    }),
    responses: {
      [endpoint.success]: { description: 'Success', content: successContent(endpoint) },
      ...errorResponses(endpoint),
    },
  };
}

/** The contract's endpoint table as an OpenAPI 3.1 document. */
export function createOpenApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
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
