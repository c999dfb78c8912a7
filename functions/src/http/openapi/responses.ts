import type * as z from 'zod/mini';
import { ERROR_STATUS, limits, type CachePolicy, type Endpoint } from '../../contract/index.ts';
import { jsonSchema } from './json-schema.ts';

/** The schema of every error's body. */
const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' };

/** Describes how long a successful response is cached. */
function describeCache(policy: CachePolicy): string {
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

/** Why a call can fail, by status; a status may have several reasons. */
function reasons(endpoint: Endpoint): Map<number, string[]> {
  const failures: [status: number, reason: string][] = [];
  if (endpoint.access === 'anyone-or-admin') failures.push([401, 'the bearer is not valid']);
  else if (endpoint.access !== 'anyone') failures.push([401, 'the bearer is missing or not valid']);
  if (endpoint.access === 'admin') failures.push([403, 'the bearer is not an administrator’s']);
  if (endpoint.access === 'google-user') {
    failures.push([403, 'the bearer is not a Google account’s']);
  }
  if (endpoint.method !== 'GET') failures.push([403, 'the request comes from another site']);
  for (const [code, status] of Object.entries(ERROR_STATUS)) {
    for (const [own, reason] of Object.entries(endpoint.errors ?? {})) {
      if (own === code) failures.push([status, reason]);
    }
  }
  if (endpoint.body)
    failures.push(
      [413, `the body is larger than ${limits.bodyMaxBytes / 1_024} KB`],
      [415, 'the body has another media type'],
    );
  failures.push([422, 'a field is missing, unknown or not valid']);
  failures.push(
    [500, 'an error on our side'],
    [503, 'a service that the API needs is unreachable'],
  );
  const byStatus = Map.groupBy(failures, ([status]) => status);
  return new Map([...byStatus].map(([status, entries]) => [status, entries.map(([, why]) => why)]));
}

function successContent(output: z.ZodMiniType | null): Record<string, unknown> {
  return output
    ? { 'application/json': { schema: jsonSchema(output, 'output') } }
    : { 'image/webp': { schema: { type: 'string', format: 'binary' } } };
}

/** Every response of an endpoint, by status, as an OpenAPI Responses Object. */
export function responses(endpoint: Endpoint): Record<string, unknown> {
  const personal = endpoint.access === 'anyone-or-admin' ? '; not cached with a bearer' : '';
  const success = {
    description: 'Success',
    headers: {
      'Cache-Control': {
        description: `${describeCache(endpoint.cache)}${personal}`,
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
