import * as z from 'zod/mini';
import { EXAMPLES, FIELDS, TIME } from './openapi-texts.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The fields of an object schema. */
export function fieldsOf({ properties = {} }: JsonSchema): [name: string, field: JsonSchema][] {
  const fields = Object.entries(properties);
  return fields.flatMap(([name, field]) => (typeof field === 'object' ? [[name, field]] : []));
}

/** Describes the fields of a schema that have no description of their own. @param of what has the fields */
function describeFields(schema: JsonSchema, of: string): JsonSchema {
  for (const [name, field] of fieldsOf(schema)) {
    const description = field.description ?? FIELDS[`${of}.${name}`] ?? FIELDS[name];
    if (description !== undefined) field.description = description;
    describeFields(field, name);
  }
  for (const part of [schema.items, ...(schema.anyOf ?? [])].flat()) {
    if (typeof part === 'object') describeFields(part, of);
  }
  return schema;
}

/**
 * A schema as JSON Schema, without redundant keywords.
 * @param io `input` for requests, `output` for responses
 * @param of the operation, or what else has the schema
 */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output', of: string): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ jsonSchema: part }) {
      // Responses may gain fields: a client that validates them must accept these.
      if (io === 'output' && part.additionalProperties === false) delete part.additionalProperties;
      // A path or query carries text anyway, so only the intended type is documented.
      if (part.type !== undefined) delete part.anyOf;
      if (part.format !== undefined) delete part.pattern;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
    },
  });
  return describeFields(rest, of);
}

/**
 * A value that a schema accepts: with all fields of a request, and those that each response has.
 * @param of the operation or field that has it
 * @param name of the field whose value it is; the operation's body or response has none
 */
export function exampleOf(schema: JsonSchema, of: string, name = ''): unknown {
  const key = [`${of}.${name}`, name].find((each) => each in EXAMPLES);
  if (key !== undefined) return EXAMPLES[key];
  const owner = name || of;
  const [part] = [schema.items ?? schema.anyOf?.[0]].flat();
  if (typeof part === 'object') {
    return schema.items ? [exampleOf(part, owner)] : exampleOf(part, of, name);
  }
  if (schema.type === 'object') {
    const { additionalProperties, required = [] } = schema;
    const fields = fieldsOf(schema).filter(
      ([field]) => additionalProperties === false || required.includes(field),
    );
    return Object.fromEntries(
      fields.map(([field, inner]) => [field, exampleOf(inner, owner, field)]),
    );
  }
  const [value = schema.const] = schema.enum ?? [];
  if (value !== undefined) return value;
  if ([schema.type].flat().includes('boolean')) return true;
  return schema.format === 'date-time' ? TIME : (schema.minimum ?? 1);
}
