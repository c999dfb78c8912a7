import type * as z from 'zod/mini';
import { ERROR_STATUS, limits, type CachePolicy, type Endpoint } from '../../contract/index.ts';
import { jsonSchema } from './json-schema.ts';

/** Where the document describes the body of every answer that is not a success. */
const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' };

/** How long a success is cached, in words. */
function cacheTold(policy: CachePolicy): string {
  switch (policy.kind) {
    case 'none':
      return 'not cached';
    case 'shared': {
      const days = (policy.browserSeconds ?? 0) / 86_400;
      const browsers = days > 0 ? `by browsers for ${days} days` : 'browsers revalidate every time';
      return `by the CDN for ${policy.seconds} seconds; ${browsers}`;
    }
  }
}

/** What can go wrong, by status; a status may have several reasons. */
function reasons(endpoint: Endpoint): Map<number, string[]> {
  const told: [status: number, reason: string][] = [];
  if (endpoint.access === 'anyone-or-admin') told.push([401, 'the bearer is not valid']);
  else if (endpoint.access !== 'anyone') told.push([401, 'the bearer is missing or not valid']);
  if (endpoint.access === 'admin') told.push([403, 'the bearer is not an administrator’s']);
  if (endpoint.access === 'google-user') told.push([403, 'the bearer is not a Google account’s']);
  if (endpoint.method !== 'GET') told.push([403, 'another site makes the browser send this']);
  for (const [code, status] of Object.entries(ERROR_STATUS)) {
    for (const [own, reason] of Object.entries(endpoint.errors ?? {})) {
      if (own === code) told.push([status, reason]);
    }
  }
  if (endpoint.body)
    told.push(
      [413, `the body is larger than ${limits.bodyMaxBytes / 1_024} KB`],
      [415, 'the body is of another kind'],
    );
  told.push([422, 'a field is missing, unknown or not valid']);
  told.push([500, 'a fault of ours'], [503, 'a service behind the API can’t be reached']);
  const byStatus = Map.groupBy(told, ([status]) => status);
  return new Map([...byStatus].map(([status, entries]) => [status, entries.map(([, why]) => why)]));
}

function successContent(output: z.ZodMiniType | null): Record<string, unknown> {
  return output
    ? { 'application/json': { schema: jsonSchema(output, 'output') } }
    : { 'image/webp': { schema: { type: 'string', format: 'binary' } } };
}

/** Every answer of an endpoint, by status, as OpenAPI has it. */
export function responses(endpoint: Endpoint): Record<string, unknown> {
  const personal = endpoint.access === 'anyone-or-admin' ? '; not cached with a bearer' : '';
  const success = {
    description: 'Success',
    headers: {
      'Cache-Control': {
        description: `${cacheTold(endpoint.cache)}${personal}`,
        schema: { type: 'string' },
      },
    },
    content: successContent(endpoint.output),
  };
  const errors = [...reasons(endpoint)].map(([status, why]) => [
    status,
    { description: why.join('; or '), content: { 'application/json': { schema: ERROR_SCHEMA } } },
  ]);
  return { [endpoint.success]: success, ...Object.fromEntries(errors) };
}
