import * as z from 'zod';
import { createOpenApiDocument } from '../../functions/src/http/openapi.ts';

const schema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  get items() {
    return schema.optional();
  },
  get anyOf() {
    return z.array(schema).optional();
  },
});
/** A JSON Schema with the keywords that the contract uses. */
export type Schema = z.infer<typeof schema>;

const content = z.record(z.string(), z.object({ schema }));

const response = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.object({ description: z.string() })).default({}),
  content,
});

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  security: z.array(z.object({ bearer: z.array(z.string()).optional() })),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.string(),
      required: z.boolean(),
      description: z.string().optional(),
      schema,
    }),
  ),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), response),
});
export type Operation = z.infer<typeof operation>;

const openApi = z.object({
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

/** One call of the API, from its OpenAPI document. */
export interface Call extends Operation {
  /** such as `GET` */
  method: string;
  path: string;
}

/** Every call of the OpenAPI document in its order, and the base path of all of them. */
export function readOpenApi(): { base: string; calls: Call[] } {
  const { servers, paths } = openApi.parse(createOpenApiDocument());
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      ...call,
      method: method.toUpperCase(),
      path,
    })),
  );
  return { base: servers[0].url, calls };
}
