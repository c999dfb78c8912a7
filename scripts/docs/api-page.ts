import { API_BASE_PATH } from '../../functions/src/contract/index.ts';
import { createOpenApiDocument } from '../../functions/src/http/openapi.ts';
import { table } from './markdown.ts';
import { fieldRows, meaning, typeText } from './schema-text.ts';

const ROLES: Record<string, string> = {
  admin: 'an administrator',
  'google-user': 'a Google account',
};

const FOR_ALL_CALLS = `
- **Bearer:** \`Authorization: Bearer …\` with an administrator's \`access_token\`, or with the Firebase ID token of a
  Google account.
- **Errors** are \`{"detail": "text"}\`, and for invalid input
  \`{"detail": [{"loc": ["body", "joke_text"], "msg": "…", "type": "…"}]}\`. 429 and 503 send the number
  of seconds to wait in \`Retry-After\`. Errors are never cached.
- **Every call** may return these:`;

/** Responses where the table has no call. */
const ELSEWHERE = [
  ['404', 'nothing exists at this path'],
  ['405', 'the path exists, but not with this method'],
];

/** Every call of the OpenAPI document in its order, with a heading such as `GET /jokes/{id}`. */
function readCalls() {
  return Object.entries(createOpenApiDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      ...call,
      heading: `${method.toUpperCase()} ${path}`,
    })),
  );
}
type Call = ReturnType<typeof readCalls>[number];

const isSuccess = (status: string) => status.startsWith('2');

/** What a response's Cache-Control means. */
function cachingOf(headers: Call['responses'][string]['headers']): string {
  const header = headers['Cache-Control'];
  return header && 'description' in header ? header.description : '';
}

/** A successful response of a call: status, media type, schema and caching. */
function successOf(call: Call) {
  for (const [status, { headers, content }] of Object.entries(call.responses)) {
    const [entry] = Object.entries(content);
    if (!isSuccess(status) || !entry) continue;
    const [type, { schema }] = entry;
    return { status, type, schema, cached: cachingOf(headers) };
  }
  throw new Error(`${call.operationId} has no successful response`);
}

function errorsOf(call: Call): [status: string, reason: string][] {
  return Object.entries(call.responses).flatMap(([status, { description }]) =>
    isSuccess(status) ? [] : [[status, description]],
  );
}

/** The errors that have the same reason in every call with their status: listed once for all. */
function commonErrors(calls: readonly Call[]): [status: string, reason: string][] {
  const byStatus = Map.groupBy(calls.flatMap(errorsOf), ([status]) => status);
  return [...byStatus].flatMap(([status, [first, ...others]]) =>
    first && others.length > 0 && others.every(([, reason]) => reason === first[1])
      ? [[status, first[1]]]
      : [],
  );
}

function whoMay(call: Call): string {
  const roles = call.security.map(({ bearer: [role = ''] = [] }) => ROLES[role] ?? 'anyone');
  return roles.join(', or ') || 'anyone';
}

function linkTo({ heading }: Call): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
  return `[\`${heading}\`](#${anchor})`;
}

function inputSection(call: Call): string[] {
  const rows = call.parameters.map(({ name, in: place, required, description, schema }) => [
    `\`${name}\``,
    place,
    typeText(schema),
    meaning(schema, required, description),
  ]);
  const bodies = Object.entries(call.requestBody?.content ?? {});
  return [
    ...(rows.length === 0 ? [] : [table(['parameter', 'in', 'type', 'meaning'], rows)]),
    ...bodies.flatMap(([type, { schema }]) => [
      `Body, \`${type}\`:`,
      table(['field', 'type', 'meaning'], fieldRows(schema)),
    ]),
  ];
}

/** @param earlier the calls before this one, to refer to an identical response */
function responseSection(call: Call, earlier: readonly Call[]): string[] {
  const { status, type, schema } = successOf(call);
  const text = JSON.stringify(schema);
  const same = earlier.find((other) => JSON.stringify(successOf(other).schema) === text);
  if (type !== 'application/json') return [`Returns ${status} with \`${type}\`.`];
  if (same) return [`Returns ${status} like ${linkTo(same)}.`];
  const rows = fieldRows(schema);
  if (rows.length === 0) return [`Returns ${status} with an object.`];
  return [`Returns ${status}:`, table(['field', 'type', 'meaning'], rows)];
}

/** @param common the statuses that are listed for all calls */
function callSection(call: Call, earlier: readonly Call[], common: ReadonlySet<string>): string {
  const errors = errorsOf(call).filter(([status]) => !common.has(status));
  return [
    `## \`${call.heading}\``,
    `${call.summary}. ${call.description ?? ''}`.trim(),
    `**Who may call:** ${whoMay(call)}. **Cache:** ${successOf(call).cached}.`,
    ...inputSection(call),
    ...responseSection(call, earlier),
    errors.length === 0 ? '' : 'Errors:',
    errors.map(([status, reason]) => `- ${status}: ${reason}`).join('\n'),
  ].join('\n\n');
}

/** docs/api.md, from the OpenAPI document. */
export function apiPage(): string {
  const calls = readCalls();
  const common = commonErrors(calls);
  const overview = calls.map((call) => [linkTo(call), call.summary, whoMay(call)]);
  const statuses = new Set(common.map(([status]) => status));
  const everywhere = [...common, ...ELSEWHERE].toSorted(([a = ''], [b = '']) => a.localeCompare(b));
  return [
    '# API',
    'Written by `npm run docs` from the OpenAPI document, which is derived from the contract in `functions/src/contract`. A running site serves that document at `/api/v1/openapi.json`.',
    `Every path is below \`${API_BASE_PATH}\` and works with and without a trailing slash. Bodies are JSON unless stated otherwise. A field or parameter that is not listed here is rejected. Visitors know a joke as a fact.`,
    table(['call', 'what it does', 'who may call'], overview),
    '## All calls',
    FOR_ALL_CALLS,
    table(['status', 'meaning'], everywhere),
    ...calls.map((call, index) => callSection(call, calls.slice(0, index), statuses)),
  ].join('\n\n');
}
