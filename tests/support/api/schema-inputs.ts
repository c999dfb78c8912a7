import * as fc from 'fast-check';
import * as z from 'zod';

/** The part of JSON Schema that the contract uses. */
const type = z.enum(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']);
const schema = z.strictObject({
  $schema: z.string().optional(),
  type: z.union([type, z.array(type)]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.literal(false).optional(),
  items: z.unknown().optional(),
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  description: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
});
type Schema = z.infer<typeof schema>;

function text(node: Schema): fc.Arbitrary<string> {
  const { pattern, examples = [], minLength = 0, maxLength = 2_000 } = node;
  const stated = examples.map((example) => fc.constant(z.string().parse(example)));
  if (pattern !== undefined) return fc.oneof(fc.stringMatching(new RegExp(pattern)), ...stated);
  const any = fc.string({ unit: 'grapheme', minLength, maxLength }).filter(
    // Schemas count UTF-16 code units.
    ({ length }) => length <= maxLength,
  );
  return fc.oneof(any, ...stated);
}

function record({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valueOf(property)]),
  );
  return fc.record(model, { requiredKeys: required, noNullPrototype: true });
}

function valueOf(json: unknown): fc.Arbitrary<unknown> {
  const node = schema.parse(json);
  if (node.enum) return fc.constantFrom(...node.enum);
  if (node.anyOf) return fc.oneof(...node.anyOf.map(valueOf));
  if (Array.isArray(node.type))
    return fc.oneof(...node.type.map((each) => valueOf({ type: each })));
  switch (node.type) {
    case 'object':
      return record(node);
    case 'array':
      return fc.array(valueOf(node.items), {
        minLength: node.minItems ?? 0,
        maxLength: Math.min(node.maxItems ?? 20, 20),
      });
    case 'string':
      return text(node);
    case 'integer':
      return integer(node);
    case 'number':
      return fc.oneof(integer(node), fc.double({ noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
      throw new Error(`There is no generator for ${JSON.stringify(json)}`);
  }
}

/** An integer within the bounds, often a small one that is the id of a joke. */
function integer({ minimum = -1e9, maximum = 1e9 }: Schema): fc.Arbitrary<number> {
  const small = fc.integer({ min: Math.max(minimum, 1), max: Math.min(maximum, 60) });
  return fc.oneof(small, fc.integer({ min: minimum, max: maximum }));
}

const fields = z.record(z.string(), z.unknown());

/**
 * Generates inputs, field by field, that match the JSON Schema of one part of a call. They may violate rules
 * that the schema can't express (a text's length in grapheme clusters). Without a schema, there are no fields.
 */
export function inputsOf(part: z.ZodType | undefined): fc.Arbitrary<Record<string, unknown>> {
  if (!part) return fc.constant({});
  const json = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' });
  return valueOf(json).map((value) => fields.parse(value));
}
