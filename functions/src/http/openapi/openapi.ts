import * as z from 'zod/mini';
import {
  API_BASE_PATH,
  endpoints,
  errorBody,
  PRODUCT_NAME,
  type Access,
  type Endpoint,
} from '../../contract/index.ts';
import type { Handlers } from '../api-call.ts';
import { jsonSchema } from './json-schema.ts';
import { responses } from './responses.ts';

const propertiesOf = z.object({
  properties: z._default(z.record(z.string(), z.record(z.string(), z.unknown())), {}),
  required: z._default(z.array(z.string()), []),
});

const anyFields = z.record(z.string(), z.unknown());

/** The default values of a schema's fields; none if a field is required. */
function defaultsOf(schema: z.ZodMiniType): Record<string, unknown> {
  const parsed = schema.safeParse({});
  return parsed.success ? anyFields.parse(parsed.data) : {};
}

/** The fields of an object schema as OpenAPI parameters. */
function parameters(
  schema: z.ZodMiniType | undefined,
  place: 'path' | 'query' | 'header',
): unknown[] {
  if (!schema) return [];
  const { properties, required } = propertiesOf.parse(jsonSchema(schema, 'input'));
  const defaults = defaultsOf(schema);
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: name in defaults ? { ...property, default: defaults[name] } : property,
  }));
}

/** Who may call, with the role that the bearer needs. */
function security(access: Access): unknown[] {
  if (access === 'anyone') return [];
  if (access === 'anyone-or-admin') return [{}, { bearer: ['admin'] }];
  return [{ bearer: [access] }];
}

function operation(name: string, endpoint: Endpoint): Record<string, unknown> {
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    security: security(endpoint.access),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...parameters(endpoint.headers, 'header'),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: {
          [endpoint.bodyType ?? 'application/json']: { schema: jsonSchema(endpoint.body, 'input') },
        },
      },
    }),
    responses: responses(endpoint),
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

export function openApiRoutes(): Handlers<'getOpenApi'> {
  return { getOpenApi: () => Promise.resolve(createOpenApiDocument()) };
}
