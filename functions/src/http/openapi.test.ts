import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { endpoints, type Endpoint } from '../contract/index.ts';
import { exampleOf } from '../../../web/build/example-of.ts';
import { createOpenApiDocument, type JsonSchema } from './openapi.ts';

const all: [string, Endpoint][] = Object.entries(endpoints);
const table = all.filter(([, { summary }]) => summary !== undefined);
const openApi = createOpenApiDocument();
const operations = Object.values(openApi.paths).flatMap((methods) => Object.values(methods));

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(createOpenApiDocument());
  expect(result).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the document contains every call of visitors with its method, and none of administrators', () => {
  expect(operations).toHaveLength(table.length);
  expect(table.filter(([, { path }]) => path.startsWith('/admin'))).toEqual([]);
  for (const [name, { path, method }] of table) {
    expect(openApi.paths[path]?.[method.toLowerCase()]?.operationId).toBe(name);
  }
});

test.each(table)(
  '%s has examples that its schemas accept: of its path, its query, its body and its response',
  (name, { params, query, body, output, success = 200 }) => {
    const call = operations.find(({ operationId }) => operationId === name);
    const exampleIn = (content: Record<string, { schema: JsonSchema }> = {}) =>
      exampleOf(Object.values(content)[0]?.schema ?? {});
    const sent = (place: string) =>
      Object.fromEntries(
        (call?.parameters ?? []).flatMap((parameter) =>
          parameter.in === place && parameter.required
            ? [[parameter.name, exampleOf(parameter.schema)]]
            : [],
        ),
      );
    const examples = [
      [params, sent('path')],
      [query, sent('query')],
      [body, exampleIn(call?.requestBody?.content)],
      [output, exampleIn(call?.responses[success]?.content)],
    ] as const;
    for (const [schema, value] of examples) {
      if (schema) expect(schema.safeParse(value)).toMatchObject({ success: true });
    }
  },
);

/** The schemas of objects that allow no other fields, with where they are. */
function closed(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const isClosed = Reflect.get(schema, 'additionalProperties') === false;
  const inside = Object.entries(schema).flatMap(([name, part]) => closed(part, `${path}.${name}`));
  return [...(isClosed ? [path] : []), ...inside];
}

test('responses may gain fields, and requests may not have unknown ones', { tags: 'S21' }, () => {
  for (const { operationId, requestBody, responses } of operations) {
    expect(closed(responses, operationId)).toEqual([]);
    for (const { schema } of Object.values(requestBody?.content ?? {})) {
      expect(schema.additionalProperties, operationId).toBe(false);
    }
  }
  expect(closed(openApi.components, 'components')).toEqual([]);
});
