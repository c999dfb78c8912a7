import { readFileSync } from 'node:fs';

const DENY_EVERYTHING =
  /^(?:rules_version=(['"])[12]\1;)?servicefirebase\.storage\{match\/b\/\{\w+\}\/o\{match\/\{\w+=\*\*\}\{allowread,write:iffalse;\}\}\}$/;

/**
 * Reads a storage.rules file. The emulator has no rules engine: it denies every client, so it accepts
 * only a file that says exactly this.
 * @throws {Error} that names the file
 */
export function checkRules(file: string): void {
  if (deniesEverything(readFileSync(file, 'utf8'))) return;
  throw new Error(
    `The emulator supports only security rules that deny everything, and ${file} has others. Expected: service firebase.storage { match /b/{bucket}/o { match /{object=**} { allow read, write: if false; } } }`,
  );
}

/** Whether rules consist of the one rule that is supported, apart from comments and spaces. */
export function deniesEverything(rules: string): boolean {
  const code = rules.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '');
  return DENY_EVERYTHING.test(code.replaceAll(/\s+/g, ''));
}
