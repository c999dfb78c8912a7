import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles, root } from './project-files.ts';

/** Runs `vite build` in a child process: a test's or benchmark's own NODE_ENV would make a development build. */
export function viteBuild(...options: readonly string[]): void {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', ...options, '--logLevel=error'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

const PRODUCTION = join(root, 'node_modules/.cache/production-site');

/**
 * The folder of the site as it is deployed. Builds it, unless the last build is later than every source: `npm test`
 * leaves one beside its other checks.
 */
export function productionSite(): string {
  const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const builtAt = changedAt(join(PRODUCTION, 'app.html'));
  const sources = projectFiles('{{web,functions}/**,{firebase,package-lock}.json}');
  if (sources.some((path) => changedAt(join(root, path)) >= builtAt)) {
    viteBuild('web', '--mode', 'production', '--outDir', PRODUCTION);
  }
  return PRODUCTION;
}

if (import.meta.main) productionSite();

/** The scripts that each page of a build loads and their imports, without dynamic imports. */
export function initialScripts(folder: string): string[] {
  const page = readFileSync(join(folder, 'app.html'), 'utf8');
  const names = [...page.matchAll(/\/assets\/([\w.-]+\.js)"/g)].map(([, name = '']) => name);
  const scripts: string[] = [];
  for (const name of names) {
    const script = readFileSync(join(folder, 'assets', name), 'utf8');
    scripts.push(script);
    const imported = script.matchAll(/(?:from|import)\s*["'`]\.\/([\w./-]+\.js)["'`]/g);
    for (const [, other = ''] of imported) if (!names.includes(other)) names.push(other);
  }
  return scripts;
}
