import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'firebase-tools/lib/functions/env.js';
import { defaultOf, problemOf, settings } from '../../functions/src/settings.ts';

/** Values of parameters by name. */
type Values = Readonly<Record<string, string>>;

/** The file of all projects, with which the function also starts on the local stack. */
const COMMON_FILE = 'functions/.env';

/** The file in which firebase-tools saves the parameters of a project. */
const parameterFile = (project: string) => `functions/.env.${project}`;

const readText = (root: string, file: string) =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';

/** Reads a file as firebase-tools does, which deploys its values. */
const readFile = (root: string, file: string): Values => parse(readText(root, file)).envs;

/** Reads the values that firebase-tools deploys: functions/.env, overridden by functions/.env.<project>. */
export function readParameters(root: string, project: string): Values {
  return { ...readFile(root, COMMON_FILE), ...readFile(root, parameterFile(project)) };
}

/** What firebase-tools ignores in a file, and what Node, which reads it for the build and the local stack, reads otherwise. */
function readingProblems(root: string, file: string): string[] {
  const text = readText(root, file);
  const { envs, errors } = parse(text);
  const byNode = parseEnv(text);
  const names = new Set([...Object.keys(envs), ...Object.keys(byNode)]);
  return [
    ...errors.map((line) => `This line is no NAME=value: ${line.slice(0, 20)}`),
    ...[...names]
      .filter((name) => errors.length === 0 && envs[name] !== byNode[name])
      .map(
        (name) =>
          `${name} can be read in two ways: write it as NAME=value, without quotes, # and \\`,
      ),
  ];
}

/**
 * Checks the values of a project before anything is asked or deployed.
 * @param canAsk whether firebase-tools can ask somebody for ADMIN_EMAILS
 * @throws {Error} says what to change in which file
 */
export function checkParameters(root: string, project: string, canAsk: boolean): void {
  const file = parameterFile(project);
  const given = readParameters(root, project);
  const common = readFile(root, COMMON_FILE);
  const problems = [COMMON_FILE, file].flatMap((each) => readingProblems(root, each));
  for (const [name, value] of Object.entries(given)) {
    const problem = problemOf(name, value);
    const isKnown = name in settings || name in common;
    if (problem !== undefined) problems.push(problem);
    else if (!isKnown) problems.push(`${name} is no setting: delete it`);
  }
  if (!canAsk && !('ADMIN_EMAILS' in given)) {
    problems.push(
      'ADMIN_EMAILS is missing: add the Google accounts of the administrators, or nothing after the = to sign in by password only',
    );
  }
  if (problems.length > 0) throw new Error(`Change ${file}. ${problems.join('. ')}.`);
}

/**
 * Adds missing values of a project to its file, so that firebase-tools asks only for ADMIN_EMAILS, and the owner finds
 * every setting in one place. An empty one counts as missing if it has a default.
 * @param region where the function must run
 * @throws {Error} if the file names another region
 */
export function completeParameters(root: string, project: string, region: string): void {
  const file = parameterFile(project);
  const given = readParameters(root, project);
  if (given['REGION'] && given['REGION'] !== region) {
    throw new Error(
      `Change ${file}. REGION must be ${region}, where the database is: every request needs it.`,
    );
  }
  const defaults = Object.entries(settings).map(
    ([name, setting]) => [name, name === 'REGION' ? region : defaultOf(setting, project)] as const,
  );
  const added = defaults
    .filter(([name, value]) => (name in given ? value && !given[name] : value !== undefined))
    .map(([name, value]) => `${name}=${value}\n`);
  if (added.length === 0) return;
  const isOpen = !/(^|\n)$/.test(readText(root, file));
  appendFileSync(join(root, file), (isOpen ? '\n' : '') + added.join(''), { mode: 0o600 });
}
