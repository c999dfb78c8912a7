import { table } from './markdown.ts';
import { readOpenApi, type Call } from './open-api.ts';
import { fieldTable, typeText, whenMissing } from './schema-table.ts';

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
const ELSEWHERE: [string, string][] = [
  ['404', 'nothing exists at this path'],
  ['405', 'the path exists, but not with this method'],
];

const isSuccess = (status: string) => status.startsWith('2');

/** A successful response of a call: status, media type, schema and caching. */
function successOf(call: Call) {
  for (const [status, { headers, content }] of Object.entries(call.responses)) {
    const [entry] = Object.entries(content);
    if (!isSuccess(status) || !entry) continue;
    const [type, { schema }] = entry;
    return { status, type, schema, cached: headers['Cache-Control']?.description ?? '' };
  }
  throw new Error(`${call.operationId} has no successful response`);
}

function whoMay(call: Call): string {
  const roles = call.security.map(({ bearer: [role = ''] = [] }) => ROLES[role] ?? 'anyone');
  return roles.length === 0 ? 'anyone' : roles.join(', or ');
}

const headingOf = (call: Call) => `\`${call.method} ${call.path}\``;

function anchorOf(call: Call): string {
  return `#${`${call.method} ${call.path}`
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')}`;
}

/** By status, the reasons that are the same for every call with that status: listed once for all. */
function commonErrors(calls: readonly Call[]): Map<string, string> {
  const reasons = new Map<string, Set<string>>();
  for (const [status, { description }] of calls.flatMap((call) => Object.entries(call.responses))) {
    if (isSuccess(status)) continue;
    reasons.set(status, (reasons.get(status) ?? new Set()).add(description));
  }
  const several = (status: string) => calls.filter((call) => status in call.responses).length > 1;
  return new Map(
    [...reasons].flatMap(([status, [reason, ...others]]) =>
      reason !== undefined && others.length === 0 && several(status) ? [[status, reason]] : [],
    ),
  );
}

function inputSection(call: Call): string[] {
  const parts: string[] = [];
  if (call.parameters.length > 0) {
    const rows = call.parameters.map(({ name, in: place, required, description, schema }) => [
      `\`${name}\``,
      place,
      typeText(schema),
      [description, whenMissing(required, schema)].filter(Boolean).join('; '),
    ]);
    parts.push(table(['parameter', 'in', 'type', 'meaning'], rows));
  }
  for (const [type, { schema }] of Object.entries(call.requestBody?.content ?? {})) {
    parts.push(`Body, \`${type}\`:`, fieldTable(schema));
  }
  return parts;
}

/** @param earlier the calls before this one, to refer to an identical response */
function responseSection(call: Call, earlier: readonly Call[]): string[] {
  const { status, type, schema } = successOf(call);
  const same = earlier.find(
    (other) => JSON.stringify(successOf(other).schema) === JSON.stringify(schema),
  );
  if (type !== 'application/json') return [`Returns ${status} with \`${type}\`.`];
  if (same) return [`Returns ${status} like [${headingOf(same)}](${anchorOf(same)}).`];
  const fields = fieldTable(schema);
  return fields === '' ? [`Returns ${status} with an object.`] : [`Returns ${status}:`, fields];
}

function callSection(call: Call, earlier: readonly Call[], common: Map<string, string>): string {
  const errors = Object.entries(call.responses)
    .filter(([status]) => !isSuccess(status) && !common.has(status))
    .map(([status, { description }]) => `- ${status}: ${description}`);
  return [
    `## ${headingOf(call)}`,
    `${call.summary}. ${call.description ?? ''}`.trim(),
    `**Who may call:** ${whoMay(call)}. **Cache:** ${successOf(call).cached}.`,
    ...inputSection(call),
    ...responseSection(call, earlier),
    ...(errors.length === 0 ? [] : ['Errors:', errors.join('\n')]),
  ].join('\n\n');
}

/** docs/api.md, from the OpenAPI document. */
export function apiPage(): string {
  const { base, calls } = readOpenApi();
  const common = commonErrors(calls);
  const overview = calls.map((call) => [
    `[${headingOf(call)}](${anchorOf(call)})`,
    call.summary,
    whoMay(call),
  ]);
  return [
    '# API',
    'Written by `npm run docs` from the OpenAPI document, which is derived from the contract in `functions/src/contract`. A running site serves that document at `/api/v1/openapi.json`.',
    `Every path is below \`${base}\` and works with and without a trailing slash. Bodies are JSON unless stated otherwise. A field or parameter that is not listed here is rejected. Visitors know a joke as a fact.`,
    table(['call', 'what it does', 'who may call'], overview),
    '## All calls',
    FOR_ALL_CALLS,
    table(
      ['status', 'meaning'],
      [...common, ...ELSEWHERE].toSorted(([a], [b]) => a.localeCompare(b)),
    ),
    ...calls.map((call, index) => callSection(call, calls.slice(0, index), common)),
    '',
  ].join('\n\n');
}
