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
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      headers: z.record(z.string(), z.object({ description: z.string() })).default({}),
      content,
    }),
  ),
});

const openApi = z.object({
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

/** One call of the API, from its OpenAPI document. */
export interface Call extends z.infer<typeof operation> {
  /** such as `GET /jokes/{id}` */
  heading: string;
}

/** Every call of the OpenAPI document in its order, and the base path of all of them. */
export function readOpenApi(): { base: string; calls: Call[] } {
  const { servers, paths } = openApi.parse(createOpenApiDocument());
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      ...call,
      heading: `${method.toUpperCase()} ${path}`,
    })),
  );
  return { base: servers[0].url, calls };
}

const WORDS: Record<string, string> = { string: 'text', boolean: 'true or false' };

const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function range(from: number | undefined, to: number | undefined, unit = ''): string {
  const least = from?.toLocaleString('en');
  const most = to?.toLocaleString('en');
  if (least === undefined) return most === undefined ? '' : `, up to ${most}${unit}`;
  return most === undefined ? `, from ${least}${unit}` : `, ${least} to ${most}${unit}`;
}

/** Describes a schema's type in a few words. */
export function typeText(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${valueText(value)}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.items)
    return `list of ${schema.items.properties ? 'objects' : typeText(schema.items)}`;
  if (schema.format === 'date-time') return 'date and time';
  const [type = '', ...others] = [schema.type ?? 'object']
    .flat()
    .map((each) => WORDS[each] ?? each);
  const bounds = range(schema.minimum, schema.maximum);
  const length = range(schema.minLength, schema.maxLength, ' characters');
  return [type + bounds + length, ...others].join(' or ');
}

/** A field's description, and whether it is optional, with its default. */
export function meaning(field: Schema, required: boolean, text = field.description): string {
  const { default: value } = field;
  const byDefault =
    value === undefined || value === '' ? 'optional' : `\`${valueText(value)}\` by default`;
  return [text, required ? '' : byDefault].filter(Boolean).join('; ');
}

/** The fields of an object as rows of name, type and meaning; a nested object's fields follow it. */
export function fieldRows({ properties = {}, required }: Schema, path = ''): string[][] {
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = `${path}${key}`;
    if (field.properties) return fieldRows(field, `${name}.`);
    const row = [`\`${name}\``, typeText(field), meaning(field, required.includes(key))];
    return field.items ? [row, ...fieldRows(field.items, `${name}[].`)] : [row];
  });
}
