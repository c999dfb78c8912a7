import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStrict } from 'firebase-tools/lib/functions/env.js';
import { defaultOf, problemOf, settings } from '../../functions/src/settings.ts';
import { ask } from '../ask.ts';
import { Refusal } from './checklist.ts';

/** Values of parameters by name. */
export type Values = Readonly<Record<string, string>>;

/** The file in which firebase-tools saves the parameters of a project. */
export function parameterFile(project: string): string {
  return `functions/.env.${project}`;
}

/** The files from which firebase-tools reads parameters; the later one overrides. */
export function parameterFiles(project: string): string[] {
  return ['functions/.env', parameterFile(project)];
}

function readFile(root: string, file: string): Values {
  const path = join(root, file);
  return existsSync(path) ? parseStrict(readFileSync(path, 'utf8')) : {};
}

/**
 * Reads the owner's values: functions/.env, overridden by functions/.env.<project>. An empty one counts as
 * unset if there is a default.
 * @throws {Error} if firebase-tools would refuse a file
 */
export function readParameters(root: string, project: string): Values {
  const defaults = defaultValues(project);
  const given = parameterFiles(project).flatMap((file) => Object.entries(readFile(root, file)));
  return Object.fromEntries(given.filter(([name, value]) => value !== '' || !defaults[name]));
}

/** What the project's file has that is neither a setting nor in functions/.env. */
export function unknownParameters(root: string, project: string): string[] {
  const known = { ...settings, ...readFile(root, 'functions/.env') };
  return Object.keys(readFile(root, parameterFile(project))).filter((name) => !(name in known));
}

/** The defaults of all settings that have one, as text. */
export function defaultValues(projectId: string): Values {
  const defaults = Object.entries(settings).flatMap(([name, setting]) => {
    const value = defaultOf(setting, projectId);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(defaults);
}

/**
 * Adds the values of the command line to those of the files.
 * @throws {Refusal} if a file has another value
 */
export function addOptions(
  given: Values,
  chosen: Readonly<Record<string, string | undefined>>,
): Values {
  const added: Record<string, string> = { ...given };
  for (const [name, value] of Object.entries(chosen)) {
    if (value === undefined) continue;
    if (name in given && given[name] !== value) {
      throw new Refusal(`${name} is "${given[name]}" in the parameter file: change it there.`);
    }
    added[name] = value;
  }
  return added;
}

/**
 * Checks that the values are valid, and that ADMIN_EMAILS, which has no default, has one or can be asked for.
 * @param project undefined if no project is chosen
 * @returns what will be asked, for the checklist
 * @throws {Refusal} if not
 */
export function checkParameters(
  project: string | undefined,
  values: Values,
  interactive: boolean,
): string {
  const problems = Object.entries(values).flatMap(([name, value]) => problemOf(name, value) ?? []);
  const { MIN_INSTANCES = 0, MAX_INSTANCES = settings.MAX_INSTANCES.default } = values;
  if (Number(MIN_INSTANCES) > Number(MAX_INSTANCES)) {
    problems.push('MIN_INSTANCES must be at most MAX_INSTANCES');
  }
  const file = project && parameterFile(project);
  const missing = !('ADMIN_EMAILS' in values);
  if (file && missing && !interactive) {
    problems.push(`ADMIN_EMAILS missing in ${file}: add it there, or use --admin-emails`);
  }
  if (problems.length > 0) throw new Refusal(`${problems.join('; ')}.`);
  if (!file) return 'a first deployment asks for ADMIN_EMAILS and REGION';
  if (missing) return `the deployment asks for ADMIN_EMAILS and saves the answer in ${file}`;
  return `complete in ${file}, except those with a default`;
}

/** Asks in the terminal for ADMIN_EMAILS. @throws {Refusal} if the answer is not valid */
export async function askAdminEmails(): Promise<string> {
  const answer = await ask(`ADMIN_EMAILS: ${settings.ADMIN_EMAILS.description} `);
  const problem = problemOf('ADMIN_EMAILS', answer);
  if (problem !== undefined) throw new Refusal(`${problem}.`);
  return answer;
}

/**
 * Adds missing values to the project's file, so that firebase-tools asks for none and the owner finds every
 * setting in one place.
 * @returns the names that were added
 */
export function completeParameters(root: string, project: string, values: Values): string[] {
  const given = readParameters(root, project);
  const added = Object.entries(values).filter(([name]) => !(name in given));
  if (added.length === 0) return [];
  const file = join(root, parameterFile(project));
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = added.map(([name, value]) => `${name}=${value}\n`).join('');
  appendFileSync(file, (old === '' || old.endsWith('\n') ? '' : '\n') + lines);
  return added.map(([name]) => name);
}
