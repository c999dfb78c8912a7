import { table } from './markdown.ts';
import type { Schema } from './open-api.ts';

const WORDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
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

const toldValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A schema's type in a few words. */
export function typeTold(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${toldValue(value)}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(typeTold).join(' or ');
  if (schema.items)
    return `list of ${schema.items.properties ? 'the following' : typeTold(schema.items)}`;
  if (schema.format === 'date-time') return 'date and time';
  const types = [schema.type ?? 'object'].flat().map((type) => WORDS[type] ?? type);
  const bounds = range(schema.minimum, schema.maximum);
  const length = range(schema.minLength, schema.maxLength);
  const [type, ...others] = types;
  return [`${type}${bounds}${length === '' ? '' : `${length} characters`}`, ...others].join(' or ');
}

/** Whether a field may be left out, and what then holds. */
export function whenMissing(required: boolean, schema: Schema): string {
  if (required) return '';
  if (schema.default === undefined || schema.default === '') return 'optional';
  return `\`${toldValue(schema.default)}\` unless given`;
}

interface Field {
  name: string;
  schema: Schema;
  required: boolean;
}

/** The fields of an object, those of the objects in it with their path. */
function fieldsOf(schema: Schema, path = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = `${path}${key}`;
    const field = { name, schema: property, required: schema.required.includes(key) };
    if (property.items?.properties) return [field, ...fieldsOf(property.items, `${name}[].`)];
    return property.properties ? fieldsOf(property, `${name}.`) : [field];
  });
}

/** An object's fields as a table; empty for an object without any that are named. */
export function fieldTable(schema: Schema): string {
  const rows = fieldsOf(schema).map(({ name, schema: field, required }) => [
    `\`${name}\``,
    typeTold(field),
    [field.description, whenMissing(required, field)].filter(Boolean).join('; '),
  ]);
  return rows.length === 0 ? '' : table(['field', 'type', 'meaning'], rows);
}
