import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorMessage, getValidator } from 'firebase-tools/lib/firebaseConfigValidate.js';
import { FirestoreApi } from 'firebase-tools/lib/firestore/api.js';
import * as z from 'zod';
import { counted } from '../counted.ts';
import { wrongSecurityHeaders } from '../security-headers.ts';
import { messageOf, Refusal } from './checklist.ts';

function readJson(root: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch (error) {
    throw new Refusal(`${file} can’t be read. ${messageOf(error)}`);
  }
}

const rewrite = z.object({
  source: z.string(),
  destination: z.optional(z.string()),
  function: z.optional(
    z.object({
      functionId: z.string(),
      region: z.optional(z.string()),
      pinTag: z.optional(z.boolean()),
    }),
  ),
});

const headerRule = z.object({
  source: z.string(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
});

const firebaseJson = z.object({
  hosting: z.object({
    public: z.string(),
    rewrites: z.array(rewrite),
    headers: z.array(headerRule),
  }),
  functions: z.tuple([
    z.object({ source: z.literal('functions'), runtime: z.literal('nodejs24') }),
  ]),
  firestore: z.object({
    // The enterprise edition has other prices and indexes.
    edition: z.literal('standard'),
    rules: z.string(),
    indexes: z.string(),
  }),
  storage: z.object({ rules: z.string() }),
});

export type FirebaseJson = z.output<typeof firebaseJson>;

/**
 * Reads firebase.json, which must match the JSON schema of firebase-tools and configure every part of this
 * project.
 * @throws {Refusal} if it doesn't
 */
export function readFirebaseJson(root: string): FirebaseJson {
  const content = readJson(root, 'firebase.json');
  const validate = getValidator();
  if (!validate(content)) {
    throw new Refusal((validate.errors ?? []).map(getErrorMessage).join('. '));
  }
  const parsed = firebaseJson.safeParse(content);
  if (!parsed.success) throw new Refusal(z.prettifyError(parsed.error));
  return parsed.data;
}

/**
 * Checks that Hosting sends the security headers with every response.
 * @returns what was found, for the checklist
 * @throws {Refusal} if a header is missing or too weak
 */
export function checkHeaders({ headers }: FirebaseJson['hosting']): string {
  const everywhere = headers.filter(({ source }) => source === '**');
  const sent = everywhere.flatMap((rule) => rule.headers);
  const wrong = wrongSecurityHeaders(new Headers(sent.map(({ key, value }) => [key, value])));
  if (wrong !== '') {
    throw new Refusal(`firebase.json must send ${wrong} for "**": revert the change.`);
  }
  return `${counted(sent.length, 'header')} with every response`;
}

/**
 * Checks the file of indexes with the validation of firebase-tools.
 * @returns what it contains, for the checklist
 * @throws {Refusal} if firebase-tools would refuse it
 */
export function checkIndexes(root: string, file: string): string {
  const content = readJson(root, file);
  try {
    new FirestoreApi().validateSpec(content);
  } catch (error) {
    throw new Refusal(`${file}: ${messageOf(error)}`);
  }
  const { indexes, fieldOverrides } = z
    .object({ indexes: z.array(z.unknown()), fieldOverrides: z.array(z.unknown()) })
    .parse(content);
  return `${counted(indexes.length, 'index', 'indexes')} and ${counted(fieldOverrides.length, 'field override')}, accepted by firebase-tools`;
}

/** The path of all documents or objects in the rules of a service. */
const DATA_PATH = {
  'cloud.firestore': '/databases/{database}/documents',
  'firebase.storage': '/b/{bucket}/o',
};

/**
 * Checks that a rules file, without comments and spaces, contains only the rule that denies everything.
 * Other rules can't be checked here, because only Google's servers compile rules.
 * @returns what was found, for the checklist
 * @throws {Refusal} if the file contains anything else
 */
export function checkRules(root: string, file: string, service: keyof typeof DATA_PATH): string {
  const rules = readFileSync(join(root, file), 'utf8').replaceAll(/\/\/.*$/gm, '');
  const text = rules.trim().replaceAll(/\s+/g, ' ');
  const denial = /^match \/\{\w+=\*\*\} \{ allow read, write: if false; \} \} \}$/;
  const start = `rules_version = '2'; service ${service} { match ${DATA_PATH[service]} { `;
  if (!text.startsWith(start) || !denial.test(text.slice(start.length))) {
    throw new Refusal(
      `${file} must contain only the rule that denies every client everything (${service}, version '2'). ` +
        'Browsers use only the API: revert the change.',
    );
  }
  return 'well-formed; deny every client everything';
}
