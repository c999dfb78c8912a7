import * as z from 'zod';
import {
  API_BASE_PATH,
  endpoints,
  errorBody,
  PRODUCT_NAME,
  type Endpoint,
  type EndpointName,
} from '../contract/index.ts';
import { namesOf } from './routing.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const DESCRIPTION = `Every path works with and without a trailing slash. No call needs a key.

Visitors know a joke as a fact. Responses may gain fields; what is here now keeps its name and meaning.

A call that answers \`Access-Control-Allow-Origin: *\` may be made by scripts of any site, without credentials. \`/developers\` says what fair use is. After 429 or 503, \`Retry-After\` says how many seconds to wait. 504 says that a write may have been saved: send it again with its \`Idempotency-Key\`.`;

/** The groups of calls in order, with the paths of their calls; the first that matches counts. */
const GROUPS = [
  ['Submitting', /^\/(jokes\/(submit|similar)|submissions)/],
  ['Facts', /^\/(jokes|tags)/],
  ['Images', /^\/(images|cards)/],
  ['Votes and reports', /^\/(ratings|reports)/],
  ['Service', /./],
] as const;

/** The fields of an object schema. */
export function fieldsOf({ properties = {} }: JsonSchema): [name: string, field: JsonSchema][] {
  const fields = Object.entries(properties);
  return fields.flatMap(([name, field]) => (typeof field === 'object' ? [[name, field]] : []));
}

/** A schema as JSON Schema, without redundant keywords. @param io `input` for requests, `output` for responses */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema: part }) {
      // Responses may gain fields: a client that validates them must accept these.
      if (io === 'output' && part.additionalProperties === false) delete part.additionalProperties;
      // A path or query carries text anyway, so only the intended type is documented.
      if (part.type !== undefined) delete part.anyOf;
      if (part.format !== undefined) delete part.pattern;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      delete part['internal'];
    },
  });
  return rest;
}

/** The fields of an object schema as OpenAPI parameters. */
function parameters(place: 'path' | 'query' | 'header', schema: z.ZodType = z.object({})) {
  const object = jsonSchema(schema, 'input');
  return fieldsOf(object).map(([name, field]) => {
    const { description = '', ...schema } = field;
    const required = place === 'path' || object.required?.includes(name) === true;
    return { name, in: place, required, description, schema };
  });
}

function operation(name: EndpointName, endpoint: Endpoint) {
  const { path, summary = '', description, body, output, success = 200 } = endpoint;
  const { bodyType = 'application/json', fileType = '*/*' } = endpoint;
  const responses: Record<
    string,
    { description: string; content: Record<string, { schema: JsonSchema }> }
  > = {
    [success]: {
      description: 'Success',
      content: output
        ? { 'application/json': { schema: jsonSchema(output, 'output') } }
        : { [fileType]: { schema: { type: 'string', format: 'binary' } } },
    },
    default: {
      description: 'An error',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  };
  return {
    operationId: name,
    tags: GROUPS.filter(([, paths]) => paths.test(path))
      .slice(0, 1)
      .map(([tag]) => tag),
    summary,
    ...(description !== undefined && { description }),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...parameters('header', endpoint.headers),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { [bodyType]: { schema: jsonSchema(body, 'input') } },
      },
    }),
    responses,
  };
}

/** The contract's documented calls as an OpenAPI 3.1 document. */
export function createOpenApiDocument() {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const name of namesOf(endpoints)) {
    const endpoint: Endpoint = endpoints[name];
    if (endpoint.summary === undefined) continue;
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
    servers: [{ url: API_BASE_PATH, description: 'This site' }],
    tags: GROUPS.map(([name]) => ({ name })),
    paths,
    components: { schemas: { Error: jsonSchema(errorBody, 'output') } },
  };
}
