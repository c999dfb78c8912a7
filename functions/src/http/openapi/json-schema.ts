import * as z from 'zod/mini';

/**
 * A schema as JSON Schema, without redundant keywords.
 * @param io `input` for requests, `output` for responses
 */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ jsonSchema: part }) {
      // A path or query carries text anyway, so only the intended type is documented.
      if (part.type !== undefined) delete part.anyOf;
      if (part.format !== undefined) delete part.pattern;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
    },
  });
  return rest;
}
