import type { ResponseSchema } from 'functions/contract';

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function isOfType(type: string, value: unknown): boolean {
  const actual = typeOf(value);
  return actual === type || (type === 'number' && actual === 'integer');
}

function fieldsMatch(schema: ResponseSchema, value: object): boolean {
  const { properties = {}, required = [], additionalProperties: others = true } = schema;
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, field]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : others;
      return typeof property === 'object' ? matches(property, field) : property === true;
    })
  );
}

function textMatches({ maxLength = Infinity, format }: ResponseSchema, text: string): boolean {
  return text.length <= maxLength && (format !== 'date-time' || !Number.isNaN(Date.parse(text)));
}

/** Whether a value matches a JSON Schema. Supports the keywords that the contract's responses use. */
export function matches(schema: ResponseSchema, value: unknown): boolean {
  const { type, anyOf, items, minimum = -Infinity, maximum = Infinity } = schema;
  if (anyOf) return anyOf.some((option) => matches(option, value));
  if (type !== undefined && ![type].flat().some((each) => isOfType(each, value))) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  if ('const' in schema && schema.const !== value) return false;
  if (typeof value === 'number') return value >= minimum && value <= maximum;
  if (typeof value === 'string') return textMatches(schema, value);
  if (Array.isArray(value)) return !items || value.every((item) => matches(items, item));
  return typeof value !== 'object' || value === null || fieldsMatch(schema, value);
}
