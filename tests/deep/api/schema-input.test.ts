// @module-tag S13
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoints, errorBody, type Endpoint } from '../../../functions/src/contract/index.ts';
import { ADMIN_BEARER, type Answer } from '../../support/api-site.ts';
import { instantPasswords } from '../../support/api/admin-steps.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { useImages } from '../../support/api/use-images.ts';

const running = useImages(someJokes(60), { passwords: instantPasswords });
const table: [string, Endpoint][] = Object.entries(endpoints);

/** The part of JSON Schema that the contract uses. */
const type = z.enum(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']);
const schema = z.object({
  type: z.union([type, z.array(type)]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
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
function inputsOf(part: z.ZodType | undefined): fc.Arbitrary<Record<string, unknown>> {
  if (!part) return fc.constant({});
  const json = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' });
  return valueOf(json).map((value) => fields.parse(value));
}

interface Input {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

function call(endpoint: Endpoint, { params, query, headers, body }: Input): Promise<Answer> {
  const form = endpoint.bodyType === 'application/x-www-form-urlencoded';
  const encode = (part: Record<string, unknown>) =>
    new URLSearchParams(
      Object.entries(part).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
  const path = endpoint.path.replace(/\{(\w+)\}/, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  return running.api.request(`${path}?${encode(query)}`, {
    method: endpoint.method,
    bearer: ADMIN_BEARER,
    ...(endpoint.method !== 'GET' && { body: form ? encode(body) : body }),
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      ...(form && { 'content-type': endpoint.bodyType ?? '' }),
    },
  });
}

function inputs(endpoint: Endpoint): fc.Arbitrary<Input> {
  const any = fc.record({
    params: inputsOf(endpoint.params),
    query: inputsOf(endpoint.query),
    headers: inputsOf(endpoint.headers),
    body: inputsOf(endpoint.body),
  });
  const parts = ['params', 'query', 'headers', 'body'] as const;
  // JSON Schema can't express some rules, so of some endpoints nine in ten of these inputs are invalid.
  const valid = any.filter((input) =>
    parts.every((part) => endpoint[part]?.safeParse(input[part]).success ?? true),
  );
  return fc.oneof(any, valid);
}

describe.each(table)('%s', (_name, endpoint) => {
  test('answers valid input as its schemas specify, and never with a 5xx', async () => {
    const answered = new Set<number>();
    await fc.assert(
      fc.asyncProperty(inputs(endpoint), async (input) => {
        const { status, body } = await call(endpoint, input);
        answered.add(status);
        expect(status).toBeLessThan(500);
        if (status >= 400) expect(errorBody.safeParse(body).success).toBe(true);
        else expect(status).toBe(endpoint.success ?? 200);
        if (status < 400) expect(endpoint.output?.safeParse(body).success ?? true).toBe(true);
      }),
      { numRuns: 40 },
    );
    expect([...answered]).not.toEqual([422]);
  });

  const parts = (['query', 'body'] as const).filter(
    (part) => part === 'query' || endpoint.method !== 'GET',
  );
  test.each(parts)('refuses an unknown field in its %s with a 422 that names it', async (part) => {
    const unknown = fc.stringMatching(/^[a-z]{3,9}_x$/);
    await fc.assert(
      fc.asyncProperty(inputs(endpoint), unknown, async (input, field) => {
        const wrong = { ...input, [part]: { ...input[part], [field]: 'x' } };
        const { status, body } = await call(endpoint, wrong);
        // Permissions are checked before the input.
        if (endpoint.access === 'google-user') expect(status).toBe(403);
        else {
          expect(status).toBe(422);
          expect(JSON.stringify(body)).toContain(field);
        }
      }),
      { numRuns: 15 },
    );
  });
});
