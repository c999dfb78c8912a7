import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { defaultOf, problemOf, settings } from '../../functions/src/settings.ts';

/** Values of parameters by name. */
type Values = Readonly<Record<string, string>>;

/** The file in which firebase-tools saves the parameters of a project. */
const parameterFile = (project: string) => `functions/.env.${project}`;

function readFile(root: string, file: string): Values {
  const path = join(root, file);
  const values = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
}

/** Reads the values that firebase-tools deploys: functions/.env, overridden by functions/.env.<project>. */
export function readParameters(root: string, project: string): Values {
  return { ...readFile(root, 'functions/.env'), ...readFile(root, parameterFile(project)) };
}

/**
 * Checks the values of a project and adds missing ones to its file, so that firebase-tools asks only for
 * ADMIN_EMAILS, and the owner finds every setting in one place. An empty one counts as missing if it has a default.
 * @param region where the function must run
 * @param canAsk whether firebase-tools can ask somebody
 * @throws {Error} says what to change in which file
 */
export function completeParameters(
  root: string,
  project: string,
  region: string,
  canAsk: boolean,
): void {
  const file = parameterFile(project);
  const given = readParameters(root, project);
  const problems = Object.entries(given).flatMap(([name, value]) => problemOf(name, value) ?? []);
  const known = { ...settings, ...readFile(root, 'functions/.env') };
  for (const name of Object.keys(given).filter((name) => !(name in known))) {
    problems.push(`${name} is no setting: delete it`);
  }
  if (given['REGION'] && given['REGION'] !== region) {
    problems.push(`REGION must be ${region}, where the database is: every request needs it`);
  }
  if (!canAsk && !('ADMIN_EMAILS' in given)) {
    problems.push(
      'ADMIN_EMAILS is missing: add the Google accounts of the administrators, or nothing after the = to sign in by password only',
    );
  }
  if (problems.length > 0) throw new Error(`Change ${file}. ${[...new Set(problems)].join('. ')}.`);
  const defaults = Object.entries(settings).map(
    ([name, setting]) => [name, name === 'REGION' ? region : defaultOf(setting, project)] as const,
  );
  const added = defaults
    .filter(([name, value]) => (name in given ? value && !given[name] : value !== undefined))
    .map(([name, value]) => `${name}=${value}\n`);
  if (added.length === 0) return;
  const path = join(root, file);
  const isOpen = existsSync(path) && !/(^|\n)$/.test(readFileSync(path, 'utf8'));
  appendFileSync(path, (isOpen ? '\n' : '') + added.join(''), { mode: 0o600 });
}
