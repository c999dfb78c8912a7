import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStrict } from 'firebase-tools/lib/functions/env.js';
import type { Build } from 'firebase-tools/lib/deploy/functions/build.js';
import { Refusal } from './checklist.ts';

/** Values of parameters by name. */
export type Values = Readonly<Record<string, string>>;

/** The file in which firebase-tools saves the parameters of a project. */
export function parameterFile(project: string): string {
  return `functions/.env.${project}`;
}

/**
 * Reads the owner's values: functions/.env, overridden by functions/.env.<project>.
 * @throws {Error} if firebase-tools would refuse a file
 */
export function readParameters(root: string, project: string): Values {
  const files = ['functions/.env', parameterFile(project)].map((file) => join(root, file));
  const contents = files.filter(existsSync).map((file) => parseStrict(readFileSync(file, 'utf8')));
  return Object.assign({}, ...contents);
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
 * Checks that firebase-tools will have a value for every parameter.
 * @param project undefined if no project is chosen
 * @param interactive whether firebase-tools can ask for values
 * @returns what it will ask for, for the checklist
 * @throws {Refusal} if a value is missing
 */
export function checkParameters(
  build: Build,
  project: string | undefined,
  values: Values,
  interactive: boolean,
): string {
  const missing = missingParameters(build, values);
  const secrets = build.params.filter(({ type }) => type === 'secret').map(({ name }) => name);
  const asked = [...missing, ...secrets].join(', ');
  if (project === undefined) return `a first deployment asks for ${asked}`;
  const file = parameterFile(project);
  if (missing.length === 0) {
    return `complete in ${file}; only a deployment shows whether Secret Manager has ${secrets.join(', ')}`;
  }
  if (interactive) return `the deployment asks for ${asked} and saves the answers in ${file}`;
  throw new Refusal(
    `${missing.join(', ')} missing in ${file}: add ${missing.length > 1 ? 'them' : 'it'} there, ` +
      'or deploy in a terminal, where firebase-tools asks.',
  );
}

/**
 * Adds missing defaults to the project's file, so that firebase-tools asks only for values without a
 * default and the owner finds every setting in one place.
 * @returns the names that were added
 */
export function completeParameters(root: string, project: string, defaults: Values): string[] {
  const given = readParameters(root, project);
  const added = Object.entries(defaults).filter(([name]) => !(name in given));
  if (added.length === 0) return [];
  const file = join(root, parameterFile(project));
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = added.map(([name, value]) => `${name}=${value}\n`).join('');
  appendFileSync(file, (old === '' || old.endsWith('\n') ? '' : '\n') + lines);
  return added.map(([name]) => name);
}
