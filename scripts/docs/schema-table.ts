import { table } from './markdown.ts';
import type { Schema } from './open-api.ts';

const WORDS: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  null: 'null',
};

function range(from: number | undefined, to: number | undefined): string {
  if (from !== undefined && to !== undefined) {
    return `, ${from.toLocaleString('en')} to ${to.toLocaleString('en')}`;
  }
  if (from !== undefined) return `, from ${from.toLocaleString('en')}`;
  return to === undefined ? '' : `, up to ${to.toLocaleString('en')}`;
}

const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Describes a schema's type in a few words. */
export function typeText(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${valueText(value)}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.items)
    return `list of ${schema.items.properties ? 'objects' : typeText(schema.items)}`;
  if (schema.format === 'date-time') return 'date and time';
  const types = [schema.type ?? 'object'].flat().map((type) => WORDS[type] ?? type);
  const bounds = range(schema.minimum, schema.maximum);
  const length = range(schema.minLength, schema.maxLength);
  const [type, ...others] = types;
  return [`${type}${bounds}${length === '' ? '' : `${length} characters`}`, ...others].join(' or ');
}

/** Whether a field is optional, with its default. */
export function whenMissing(required: boolean, schema: Schema): string {
  if (required) return '';
  if (schema.default === undefined || schema.default === '') return 'optional';
  return `\`${valueText(schema.default)}\` by default`;
}

interface Field {
  name: string;
  schema: Schema;
  required: boolean;
}

/** The fields of an object; fields of nested objects have their path as name. */
function fieldsOf(schema: Schema, path = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = `${path}${key}`;
    const field = { name, schema: property, required: schema.required.includes(key) };
    if (property.items?.properties) return [field, ...fieldsOf(property.items, `${name}[].`)];
    return property.properties ? fieldsOf(property, `${name}.`) : [field];
  });
}

/** An object's fields as a table; empty if the schema names none. */
export function fieldTable(schema: Schema): string {
  const rows = fieldsOf(schema).map(({ name, schema: field, required }) => [
    `\`${name}\``,
    typeText(field),
    [field.description, whenMissing(required, field)].filter(Boolean).join('; '),
  ]);
  return rows.length === 0 ? '' : table(['field', 'type', 'meaning'], rows);
}
