import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { errorBody } from './error-body.ts';

/** The part of JSON Schema that responses use; a schema that needs more fails the build. */
const responseSchema = z.strictObject({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  get anyOf() {
    return z.optional(z.array(responseSchema));
  },
  get items() {
    return z.optional(responseSchema);
  },
  get properties() {
    return z.optional(z.record(z.string(), responseSchema));
  },
  required: z.optional(z.array(z.string())),
  get additionalProperties() {
    return z.optional(z.union([z.boolean(), responseSchema]));
  },
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  format: z.optional(z.literal('date-time')),
});
export type ResponseSchema = z.infer<typeof responseSchema>;

/** An endpoint as plain data for a client; the response's schema is JSON Schema. */
export interface ClientEndpoint extends Pick<Endpoint, 'method' | 'path' | 'access'> {
  bodyType: Endpoint['bodyType'];
  cookie: Endpoint['cookie'];
  output: ResponseSchema | null;
}

function schemaOf(output: z.ZodMiniType): ResponseSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(output, {
    override: ({ jsonSchema }) => {
      // A date's format says the same as its pattern, and every key of a record is a string.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      delete jsonSchema.propertyNames;
      // Descriptions are for people, who find them in docs/api.md.
      delete jsonSchema.description;
      // A later version of the API may send more fields than this client knows (S21).
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return responseSchema.parse(schema);
}

/**
 * The table of endpoints as plain data, for clients without the schema library.
 * @throws {z.core.$ZodError} if a response's schema uses a keyword that {@link ResponseSchema} lacks
 */
export function clientEndpoints(): Record<string, ClientEndpoint> {
  const table: [string, Endpoint][] = Object.entries(endpoints);
  return Object.fromEntries(
    table.map(([name, { method, path, access, bodyType, cookie, output }]) => [
      name,
      { method, path, access, bodyType, cookie, output: output && schemaOf(output) },
    ]),
  );
}

/** The schema of every error's body, in the same format. */
export function errorSchema(): ResponseSchema {
  return schemaOf(errorBody);
}
