import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { npm, NpmError } from '../npm.mjs';
import { Refusal } from './refusal.ts';

/** What firebase-tools uploads of functions/; firebase.json ignores the rest. */
const UPLOADED = ['package.json', 'package-lock.json', 'lib'];

/**
 * Installs the packages in the function’s own lockfile as Cloud Build does: in a separate folder, without
 * development packages, under this process's Node.
 * @param folder an empty folder outside the project
 * @throws {Refusal} with npm's output
 */
export async function installFunctionsPackage(root: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const part of UPLOADED) {
    cpSync(join(root, 'functions', part), join(folder, part), { recursive: true });
  }
  const args = [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ];
  try {
    await npm('  Installing the function’s packages in a clean folder', args, {
      cwd: folder,
      node: process.execPath,
      pathFirst: join(process.execPath, '..'),
    });
  } catch (error) {
    if (!(error instanceof NpmError)) throw error;
    throw new Refusal(
      `${error.message}. Run npm install in functions/ and commit its lockfile. ${error.output}`,
    );
  }
}
