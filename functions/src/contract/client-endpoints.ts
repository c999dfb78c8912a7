import * as z from 'zod/mini';
import type { Access, CookieUse, Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { errorBody } from './error-body.ts';

/** The part of JSON Schema that the answers use; a schema that needs more fails the build. */
const answerSchema = z.strictObject({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  get anyOf() {
    return z.optional(z.array(answerSchema));
  },
  get items() {
    return z.optional(answerSchema);
  },
  get properties() {
    return z.optional(z.record(z.string(), answerSchema));
  },
  required: z.optional(z.array(z.string())),
  get additionalProperties() {
    return z.optional(z.union([z.boolean(), answerSchema]));
  },
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  format: z.optional(z.literal('date-time')),
});
export type AnswerSchema = z.infer<typeof answerSchema>;

/** An endpoint as a caller needs it: data alone, its answer's schema as JSON Schema. */
export interface ClientEndpoint {
  method: Endpoint['method'];
  path: Endpoint['path'];
  access: Access;
  bodyType: Endpoint['bodyType'] | undefined;
  cookie: CookieUse | undefined;
  output: AnswerSchema | null;
}

function schemaOf(output: z.ZodMiniType): AnswerSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(output, {
    override: ({ jsonSchema }) => {
      // A date says the same by its format, and any key of a record is a text.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      delete jsonSchema.propertyNames;
      // For people, who find it in docs/api.md.
      delete jsonSchema.description;
      // A later version of the API may answer with more fields than this client knows (S21).
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return answerSchema.parse(schema);
}

function clientEndpoint({
  method,
  path,
  access,
  bodyType,
  cookie,
  output,
}: Endpoint): ClientEndpoint {
  return { method, path, access, bodyType, cookie, output: output && schemaOf(output) };
}

/**
 * The table of endpoints as plain data, for callers that do not carry the schema library.
 * @throws {z.core.$ZodError} for an answer whose schema uses what {@link AnswerSchema} does not know
 */
export function clientEndpoints(): Record<string, ClientEndpoint> {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [name, clientEndpoint(endpoint)]),
  );
}

/** The schema of every answer that is not a success, in the same form. */
export function errorSchema(): AnswerSchema {
  return schemaOf(errorBody);
}
