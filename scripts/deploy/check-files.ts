import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorMessage, getValidator } from 'firebase-tools/lib/firebaseConfigValidate.js';
import { FirestoreApi } from 'firebase-tools/lib/firestore/api.js';
import * as z from 'zod';
import { messageOf, Refusal } from './refusal.ts';

function readJson(root: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch (error) {
    throw new Refusal(`${file} can’t be read. ${messageOf(error)}`);
  }
}

const firebaseJson = z.object({
  hosting: z.object({
    public: z.string(),
    rewrites: z.array(
      z.object({
        source: z.string(),
        destination: z.optional(z.string()),
        function: z.optional(
          z.object({
            functionId: z.string(),
            region: z.optional(z.string()),
            pinTag: z.optional(z.boolean()),
          }),
        ),
      }),
    ),
    headers: z.array(
      z.object({
        source: z.string(),
        headers: z.array(z.object({ key: z.string(), value: z.string() })),
      }),
    ),
  }),
  functions: z.tuple([
    z.object({ source: z.literal('functions'), runtime: z.literal('nodejs24') }),
  ]),
  firestore: z.object({
    // Enterprise bills and indexes in another way.
    edition: z.literal('standard'),
    rules: z.string(),
    indexes: z.string(),
  }),
  storage: z.object({ rules: z.string() }),
});

export type FirebaseJson = z.output<typeof firebaseJson>;

/**
 * Reads firebase.json; it has to fit the JSON schema of firebase-tools and to hold every part of this
 * project.
 * @throws {Refusal}
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
 * Holds firestore.indexes.json against what firebase-tools takes.
 * @throws {Refusal}
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
  return `${indexes.length} indexes and ${fieldOverrides.length} settings of fields, in the form that firebase-tools takes`;
}

/** Where the documents or objects are, below a service of rules. */
const PLACE_OF_SERVICE = {
  'cloud.firestore': '/databases/{database}/documents',
  'firebase.storage': '/b/{bucket}/o',
};

/**
 * Checks that a rules file is, but for comments and spaces, the one that refuses everything. Other rules
 * could not be compiled here: only Google's servers do that.
 * @throws {Refusal}
 */
export function checkRules(
  root: string,
  file: string,
  service: keyof typeof PLACE_OF_SERVICE,
): string {
  const rules = readFileSync(join(root, file), 'utf8').replaceAll(/\/\/.*$/gm, '');
  const words = rules.split(/\s+/).filter((word) => word !== '');
  const refusal = /^match \/\{\w+=\*\*\} \{ allow read, write: if false; \} \} \}$/;
  const start = `rules_version = '2'; service ${service} { match ${PLACE_OF_SERVICE[service]} { `;
  const text = words.join(' ');
  if (!text.startsWith(start) || !refusal.test(text.slice(start.length))) {
    throw new Refusal(
      `${file} is not the rule that refuses every client everything (in ${service}, version '2'). ` +
        'Browsers use the API alone: take the change back.',
    );
  }
  return 'well-formed, and refuse every client everything';
}
