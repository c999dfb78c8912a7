import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStrict } from 'firebase-tools/lib/functions/env.js';
import type { Build } from 'firebase-tools/lib/deploy/functions/build.js';
import { ask, canAsk } from '../ask.ts';
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

/**
 * Reads the owner's values: functions/.env, overridden by functions/.env.<project>.
 * @throws {Error} if firebase-tools would refuse a file
 * @throws {Refusal} if a file has ADMIN_EMAIL
 */
export function readParameters(root: string, project: string): Values {
  const files = parameterFiles(project).filter((file) => existsSync(join(root, file)));
  const contents = files.map((file) => {
    const values = parseStrict(readFileSync(join(root, file), 'utf8'));
    if ('ADMIN_EMAIL' in values) {
      throw new Refusal(
        `Rename ADMIN_EMAIL to ADMIN_EMAILS in ${file}: a list of Google accounts, separated by commas.`,
      );
    }
    return values;
  });
  return Object.assign({}, ...contents);
}

/** Settings of earlier versions, which may still be in the owner's files. */
const REMOVED: readonly string[] = ['REVIEW_MODEL', 'REVIEW_LOCATION'];

/** Those of these parameters that are settings of earlier versions and have no effect. */
export function removedParameters(values: Values): string[] {
  return REMOVED.filter((name) => name in values);
}

/** The defaults of all parameters that have one, as text. */
export function defaultValues({ params }: Build, project: string): Values {
  return Object.fromEntries(
    params.flatMap((param) =>
      param.default === undefined
        ? []
        : [[param.name, String(param.default).replaceAll('{{ params.PROJECT_ID }}', project)]],
    ),
  );
}

/** The names of parameters without a default and without a value, except secrets. */
export function missingParameters({ params }: Build, values: Values): string[] {
  return params
    .filter(({ name, type }) => type !== 'secret' && !(name in values))
    .filter((param) => param.default === undefined)
    .map(({ name }) => name);
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
 * Checks that every parameter has a value, or that somebody can be asked.
 * @param project undefined if no project is chosen
 * @returns what will be asked, for the checklist
 * @throws {Refusal} if a value is missing
 */
export function checkParameters(
  build: Build,
  project: string | undefined,
  values: Values,
  interactive: boolean,
): string {
  const missing = missingParameters(build, values);
  const asked = missing.join(', ');
  if (project === undefined) return `a first deployment asks for ${asked}, REGION`;
  const file = parameterFile(project);
  if (missing.length === 0) return `complete in ${file}, except those with a default`;
  if (interactive) return `the deployment asks for ${asked} and saves the answers in ${file}`;
  const options = missing.map((name) => `--${name.toLowerCase().replaceAll('_', '-')}`);
  throw new Refusal(`${asked} missing in ${file}: add it there, or use ${options.join(' and ')}.`);
}

/**
 * Asks in the terminal for the parameters without a default and without a value.
 * @returns the answers
 * @throws {Refusal} if an answer is not valid
 */
export async function askParameters(build: Build, values: Values): Promise<Values> {
  const answers: Record<string, string> = {};
  const missing = missingParameters(build, values);
  if (!canAsk()) return answers;
  for (const { name, description = '', input } of build.params) {
    if (!missing.includes(name)) continue;
    const answer = await ask(`${name}: ${description} `);
    const { validationRegex = '', validationErrorMessage = '' } = input?.text ?? {};
    if (!new RegExp(validationRegex).test(answer)) {
      throw new Refusal(`${name}: ${validationErrorMessage}`);
    }
    answers[name] = answer;
  }
  return answers;
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
