import { readFileSync } from 'node:fs';

const DENY_EVERYTHING =
  /^(?:rules_version=(['"])[12]\1;)?servicecloud\.firestore\{match\/databases\/\{\w+\}\/documents\{match\/\{\w+=\*\*\}\{allowread,write:iffalse;\}\}\}$/;

/**
 * Reads a firestore.rules file. The emulator has no rules engine: it denies every client, so it
 * accepts only a file that says exactly this.
 *
 * @throws Error that names the file
 */
export function checkRules(file: string): void {
  if (deniesEverything(readFileSync(file, 'utf8'))) return;
  throw new Error(
    `The emulator supports only security rules that deny everything, and ${file} has others. Expected: service cloud.firestore { match /databases/{database}/documents { match /{document=**} { allow read, write: if false; } } }`,
  );
}

/** @returns whether rules consist of the one rule that is supported, apart from comments and spaces */
export function deniesEverything(rules: string): boolean {
  const code = rules.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '');
  return DENY_EVERYTHING.test(code.replaceAll(/\s+/g, ''));
}
