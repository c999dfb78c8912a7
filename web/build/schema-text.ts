import { fieldsOf, type JsonSchema } from '../../functions/src/http/openapi-schema.ts';
import type { Field } from 'virtual:api-reference';

const WORDS: Record<string, string> = { string: 'text', boolean: 'true or false' };

const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A larger maximum only says that there is one. */
const LARGE = 999_999;

function range(from: number | undefined, to: number | undefined, unit = ''): string {
  const least = from?.toLocaleString('en');
  const most = to === undefined || to > LARGE ? undefined : to.toLocaleString('en');
  if (least === undefined) return most === undefined ? '' : `, up to ${most}${unit}`;
  return most === undefined ? `, from ${least}${unit}` : `, ${least} to ${most}${unit}`;
}

/** The schema of a list's items, if there is exactly one. */
function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  return typeof items === 'object' && !Array.isArray(items) ? items : undefined;
}

/** Whether a schema is that of a joke, perhaps with further fields. */
export const isJoke = ({ properties }: JsonSchema): boolean =>
  properties !== undefined && 'joke_text' in properties;

/** Describes a schema's type in a few words. */
export function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${valueText(value)}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  const items = itemsOf(schema);
  if (items && isJoke(items)) return 'list of jokes';
  if (items) return `list of ${items.properties ? 'objects' : typeText(items)}`;
  if (schema.format === 'date-time') return 'date and time';
  const [type = '', ...others] = [schema.type ?? 'object']
    .flat()
    .map((each) => WORDS[each] ?? each);
  const bounds = range(schema.minimum, schema.maximum);
  const length = range(schema.minLength, schema.maxLength, ' characters');
  return [type + bounds + length, ...others].join(' or ');
}

/** A field's description, and whether it is optional, with its default. */
export function meaning(field: JsonSchema, required: boolean, text = field.description): string {
  const { default: value } = field;
  const byDefault =
    value === undefined || value === '' ? 'optional' : `\`${valueText(value)}\` by default`;
  return [text, required ? '' : byDefault].filter(Boolean).join('; ');
}

/**
 * The fields of an object, or of each that it may be; a nested object's fields follow it.
 * @param known fields of jokes that are left out
 */
export function fieldsIn(
  schema: JsonSchema,
  known: ReadonlySet<string> = new Set(),
  path = '',
): Field[] {
  if (schema.anyOf) return schema.anyOf.flatMap((option) => fieldsIn(option, known, path));
  return fieldsOf(schema).flatMap(([key, field]) => {
    if (isJoke(schema) && known.has(key)) return [];
    const name = `${path}${key}`;
    if (field.properties) return fieldsIn(field, known, `${name}.`);
    const required = schema.required?.includes(key) === true;
    const items = itemsOf(field);
    return [
      { name, type: typeText(field), text: meaning(field, required) },
      ...(items ? fieldsIn(items, known, `${name}[].`) : []),
    ];
  });
}
