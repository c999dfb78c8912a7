import * as z from 'zod';
import { toJSONSchema, type ZodMiniType } from 'zod/mini';
import type { Endpoint } from '../../../functions/src/contract/index.ts';

/** The parts of a call’s input. */
const PARTS = ['params', 'query', 'headers', 'body'] as const;
export type Part = (typeof PARTS)[number];

/** The keys that lead to a value. */
export type Keys = readonly (string | number)[];

/** A text in a call's input. */
export interface TextField {
  part: Part;
  keys: Keys;
  /** what the text is, if it is one of these */
  format: 'date' | 'date-time' | undefined;
}

const node = z.object({
  type: z.unknown().optional(),
  format: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).default([]),
});
const format = z.enum(['date', 'date-time']).optional().catch(undefined);

function fieldsIn(json: unknown, part: Part, keys: Keys = []): TextField[] {
  const { type, properties, items, anyOf, ...rest } = node.parse(json);
  if (type === 'string') return [{ part, keys, format: format.parse(rest.format) }];
  return [
    ...Object.entries(properties).flatMap(([key, each]) => fieldsIn(each, part, [...keys, key])),
    ...(items === undefined ? [] : fieldsIn(items, part, [...keys, 0])),
    ...anyOf.flatMap((each) => fieldsIn(each, part, keys)),
  ];
}

/** All texts that calls of an endpoint can have; of a list, the first. */
export function textFieldsOf(endpoint: Endpoint): TextField[] {
  return PARTS.flatMap((part) => {
    const schema: ZodMiniType | undefined = endpoint[part];
    if (!schema) return [];
    return fieldsIn(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), part);
  });
}

const container = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);

/** A copy of a value with another value at the place of these keys, which need not exist; undefined removes it. */
export function withValue(value: unknown, [key, ...rest]: Keys, placed: unknown): unknown {
  if (key === undefined) return placed;
  const known = container.safeParse(value).data ?? (typeof key === 'number' ? [] : {});
  const inner = withValue(Reflect.get(known, key), rest, placed);
  if (Array.isArray(known)) return Object.assign([...known], { [key]: inner });
  const { [key]: _, ...others } = known;
  return inner === undefined ? others : { ...others, [key]: inner };
}
