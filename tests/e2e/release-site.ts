import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import type { SeedJoke } from '../../local/seed/index.ts';
import { startBackend } from '../../local/stack/start-stack.ts';
import { root } from '../../local/stack/firebase-json.ts';
import { startHosting } from '../../local/stack/hosting/hosting.ts';
import { startSiteWithHotReload } from '../../local/stack/hosting/site-with-hot-reload.ts';
import { openVisitor, sharedBrowser, type Visitor } from './browser.ts';

/** A running site that can release new versions and whose function can fail. */
export interface ReleaseSite extends AsyncDisposable {
  visit(options?: BrowserContextOptions): Promise<Visitor>;
  /** Releases a new version that marks the home page, and returns its name. */
  release(): string;
  stopFunction(): Promise<void>;
  stopHosting(): Promise<void>;
  /** Serves the site from its sources on the same origin, as `npm run dev` does. */
  develop(): Promise<void>;
}

/** The attribute in which {@link ReleaseSite.release} stores the version. */
const MARK = 'data-version';

/** A selector for the version that a page was loaded from. */
export function versionSelector(version: string): string {
  return `html[${MARK}="${version}"]`;
}

/** Runs `stop` on the first call only. All calls return the same promise. */
function once(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => (stopped ??= stop());
}

/** Replaces text in a file, which must match `pattern`. */
function change(file: string, pattern: RegExp, replacement: string): void {
  const text = readFileSync(file, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} does not contain ${String(pattern)}.`);
  writeFileSync(file, text.replace(pattern, replacement));
}

/** Starts the real stack with a copy of the built site. */
export async function openReleaseSite(jokes: readonly SeedJoke[]): Promise<ReleaseSite> {
  const browser = await sharedBrowser();
  await using parts = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  parts.defer(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'firebase.json'), join(folder, 'firebase.json'));
  cpSync(join(root, 'web', 'dist'), join(folder, 'web', 'dist'), { recursive: true });

  const backend = await startBackend({ auth: false, seed: jokes });
  const stopFunction = once(() => backend.stop());
  parts.defer(stopFunction);
  const hosting = await startHosting({
    port: 0,
    functionOrigin: () => backend.functionOrigin(),
    authOrigin: null,
    folder,
  });
  const stopHosting = once(() => hosting.stop());
  parts.defer(stopHosting);
  const all = parts.move();
  let released = 0;
  return {
    visit: (options) => openVisitor(browser, hosting.origin, options),
    release() {
      released += 1;
      const version = String(released);
      const site = join(folder, 'web', 'dist');
      change(join(site, 'index.html'), /<html[^>]*>/, `<html lang="en" ${MARK}="${version}">`);
      // As in a build, new content has a new revision.
      change(
        join(site, 'sw.js'),
        /"revision":"[^"]*","url":"\/"/,
        `"revision":"${version}","url":"/"`,
      );
      return version;
    },
    stopFunction,
    stopHosting,
    async develop() {
      await stopHosting();
      const port = Number(new URL(hosting.origin).port);
      const functionOrigin = () => Promise.resolve(backend.functionOrigin());
      const development = await startSiteWithHotReload(port, functionOrigin, null);
      all.defer(() => development.stop());
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
