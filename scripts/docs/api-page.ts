import { table } from './markdown.ts';
import { readOpenApi, type Call } from './open-api.ts';
import { fieldTable, typeTold, whenMissing } from './schema-table.ts';

const ROLES: Record<string, string> = {
  admin: 'an administrator',
  'google-user': 'a Google account',
};

const FOR_ALL_CALLS = `
- **Bearer:** \`Authorization: Bearer …\` with an administrator’s \`access_token\`, or with the Firebase ID token of a
  Google account.
- **Errors** are \`{"detail": "text"}\`, and for input that is not valid
  \`{"detail": [{"loc": ["body", "joke_text"], "msg": "…", "type": "…"}]}\`. 429 and 503 say in \`Retry-After\` how many
  seconds to wait. No error is cached.
- **Any call** may answer with these:`;

/** What is answered where there is no call. */
const ELSEWHERE: [string, string][] = [
  ['404', 'there is nothing at this path'],
  ['405', 'the path is there, the method is not'],
];

const isSuccess = (status: string) => status.startsWith('2');

/** The status of a call's success, its media type and its schema. */
function successOf(call: Call) {
  for (const [status, { headers, content }] of Object.entries(call.responses)) {
    const [entry] = Object.entries(content);
    if (!isSuccess(status) || !entry) continue;
    const [type, { schema }] = entry;
    return { status, type, schema, cached: headers['Cache-Control']?.description ?? '' };
  }
  throw new Error(`${call.operationId} has no success`);
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

/** Reasons that hold for every call which can answer with their status: told once for all. */
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

function inputTold(call: Call): string[] {
  const told: string[] = [];
  if (call.parameters.length > 0) {
    const rows = call.parameters.map(({ name, in: place, required, description, schema }) => [
      `\`${name}\``,
      place,
      typeTold(schema),
      [description, whenMissing(required, schema)].filter(Boolean).join('; '),
    ]);
    told.push(table(['parameter', 'in', 'type', 'meaning'], rows));
  }
  for (const [type, { schema }] of Object.entries(call.requestBody?.content ?? {})) {
    told.push(`Body, \`${type}\`:`, fieldTable(schema));
  }
  return told;
}

/** @param earlier the calls before this one, for answers that are the same */
function answerTold(call: Call, earlier: readonly Call[]): string[] {
  const { status, type, schema } = successOf(call);
  const same = earlier.find(
    (other) => JSON.stringify(successOf(other).schema) === JSON.stringify(schema),
  );
  if (type !== 'application/json') return [`Answers ${status} with \`${type}\`.`];
  if (same) return [`Answers ${status} as [${headingOf(same)}](${anchorOf(same)}) does.`];
  const fields = fieldTable(schema);
  return fields === '' ? [`Answers ${status} with an object.`] : [`Answers ${status}:`, fields];
}

function callTold(call: Call, earlier: readonly Call[], common: Map<string, string>): string {
  const errors = Object.entries(call.responses)
    .filter(([status]) => !isSuccess(status) && !common.has(status))
    .map(([status, { description }]) => `- ${status}: ${description}`);
  return [
    `## ${headingOf(call)}`,
    `${call.summary}. ${call.description ?? ''}`.trim(),
    `**Who:** ${whoMay(call)}. **Cache:** ${successOf(call).cached}.`,
    ...inputTold(call),
    ...answerTold(call, earlier),
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
    'Written by `npm run docs` from the OpenAPI document, which comes from the contract in `functions/src/contract`. A running site has the document itself at `/api/v1/openapi.json`.',
    `Every path stands under \`${base}\`, with or without a slash at its end. Bodies are JSON unless something else is said; a field or parameter that is not listed here is refused. A “joke” is what visitors know as a fact.`,
    table(['call', 'what it does', 'who may call'], overview),
    '## For all calls',
    FOR_ALL_CALLS,
    table(
      ['status', 'meaning'],
      [...common, ...ELSEWHERE].toSorted(([a], [b]) => a.localeCompare(b)),
    ),
    ...calls.map((call, index) => callTold(call, calls.slice(0, index), common)),
    '',
  ].join('\n\n');
}
