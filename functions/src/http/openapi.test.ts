import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../contract/index.ts';
import { createOpenApiDocument } from './openapi.ts';

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(createOpenApiDocument());
  expect(result).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the validator rejects an invalid document', async () => {
  const broken = { ...createOpenApiDocument(), paths: { jokes: { get: { responses: 5 } } } };
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

test('the document contains every endpoint with its method', () => {
  const { paths } = z
    .object({
      paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
    })
    .parse(createOpenApiDocument());
  for (const [name, { path, method }] of Object.entries(endpoints)) {
    expect(paths[path]?.[method.toLowerCase()]?.operationId).toBe(name);
  }
});
