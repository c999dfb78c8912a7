import { fieldsOf, type JsonSchema } from '../../functions/src/http/openapi.ts';

/** A value that a schema accepts: with all fields of a request, and those that each response has. */
export function exampleOf(schema: JsonSchema): unknown {
  const { examples, items, anyOf, type, required = [], additionalProperties } = schema;
  if (examples) return examples[0];
  if (type === 'object') {
    const fields = fieldsOf(schema).filter(
      ([name]) => additionalProperties === false || required.includes(name),
    );
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field)]));
  }
  const [part] = [items ?? anyOf?.[0]].flat();
  if (typeof part === 'object') return items ? [exampleOf(part)] : exampleOf(part);
  const [value = schema.const] = schema.enum ?? [];
  return value ?? (type === 'boolean' ? true : (schema.minimum ?? 1));
}
