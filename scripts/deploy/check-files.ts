import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorMessage, getValidator } from 'firebase-tools/lib/firebaseConfigValidate.js';
import * as z from 'zod';
import { counted } from '../counted.ts';
import { FRAMED, wrongSecurityHeaders } from '../security-headers.ts';
import { messageOf, Refusal } from './checklist.ts';

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
    z.object({
      source: z.literal('functions'),
      runtime: z.literal('nodejs24'),
      ignore: z.array(z.string()),
    }),
  ]),
  // The enterprise edition has other prices and indexes.
  firestore: z.object({ edition: z.literal('standard'), rules: z.string() }),
  storage: z.object({ rules: z.string() }),
});

export type FirebaseJson = z.output<typeof firebaseJson>;

/**
 * Reads firebase.json, which must match the JSON schema of firebase-tools and configure every part of this
 * project.
 * @throws {Refusal} if it doesn't
 */
export function readFirebaseJson(root: string): FirebaseJson {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8'));
  } catch (error) {
    throw new Refusal(`firebase.json can’t be read. ${messageOf(error)}`);
  }
  const validate = getValidator();
  if (!validate(content)) {
    throw new Refusal((validate.errors ?? []).map(getErrorMessage).join('. '));
  }
  const parsed = firebaseJson.safeParse(content);
  if (!parsed.success) throw new Refusal(z.prettifyError(parsed.error));
  return parsed.data;
}

/**
 * Checks that Hosting sends the security headers with every response, and that other sites can frame only
 * embeds.
 * @returns what was found, for the checklist
 * @throws {Refusal} if a header is missing or too weak
 */
export function checkHeaders({ headers: rules }: FirebaseJson['hosting']): string {
  for (const source of new Set(['**', FRAMED, ...rules.map((rule) => rule.source)])) {
    const sent = new Headers();
    // Of the rules that match a path, Hosting applies the last one that sets a header.
    for (const rule of rules.filter((each) => each.source === '**' || each.source === source)) {
      for (const { key, value } of rule.headers) sent.set(key, value);
    }
    const wrong = wrongSecurityHeaders(sent, source);
    if (wrong !== '') {
      throw new Refusal(`firebase.json must send ${wrong} for "${source}": revert the change.`);
    }
  }
  const everywhere = rules.filter(({ source }) => source === '**');
  const sent = everywhere.flatMap((rule) => rule.headers);
  return `${counted(sent.length, 'header')} with every response; other sites can frame only embeds`;
}

/**
 * Checks that a rules file contains only the rule that denies everything. Other rules can't be checked here,
 * because only Google's servers compile rules.
 * @param deniesEverything recognizes that rule
 * @returns what was found, for the checklist
 * @throws {Refusal} if the file contains anything else
 */
export function checkRules(
  root: string,
  file: string,
  deniesEverything: (rules: string) => boolean,
): string {
  if (deniesEverything(readFileSync(join(root, file), 'utf8')))
    return 'deny every client everything';
  throw new Refusal(
    `${file} must contain only the rule that denies every client everything. ` +
      'Browsers use only the API: revert the change.',
  );
}
