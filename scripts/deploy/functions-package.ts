import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { npm, NpmError } from '../npm.mjs';
import { Refusal } from './refusal.ts';

/** What firebase-tools uploads of functions/, the rest being in `ignore` of firebase.json. */
const UPLOADED = ['package.json', 'package-lock.json', 'lib'];

/**
 * Installs what the function’s own lockfile says, as Cloud Build does: in a folder with nothing else
 * around it, without development packages, under this process's Node.
 * @param folder an empty folder outside of the project
 * @throws {Refusal} with npm's own words
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
