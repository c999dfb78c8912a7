import * as z from 'zod/mini';

/**
 * A schema as JSON Schema, as short as it says the same.
 * @param io what a caller gives, or what the API answers
 */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ jsonSchema: part }) {
      // What an address carries is text in any case: the type that is named is the one that is meant.
      if (part.type !== undefined) delete part.anyOf;
      if (part.format !== undefined) delete part.pattern;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
    },
  });
  return rest;
}
