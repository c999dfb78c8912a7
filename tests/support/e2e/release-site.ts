import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import type { SeedJoke } from '../../../local/seed/index.ts';
import { startBackend } from '../../../local/stack/start-stack.ts';
import { root } from '../../../local/stack/firebase-json.ts';
import { closeServer, listeningPort, LOOPBACK } from '../../../local/stack/http-server.ts';
import { startHosting } from '../../../local/stack/hosting/hosting.ts';
import { startSiteWithHotReload } from '../../../local/stack/hosting/site-with-hot-reload.ts';
import { openVisitor, sharedBrowser, type Visitor } from './browser.ts';

/** A running site that can release new versions and whose function can fail. */
export interface ReleaseSite extends AsyncDisposable {
  visit(options?: BrowserContextOptions): Promise<Visitor>;
  /**
   * Releases a new version, whose scripts have new names, and returns the path of its first script.
   * The function's pages keep the scripts of the build.
   */
  release(): string;
  /** From now on the function accepts requests and answers none. */
  hangFunction(): Promise<void>;
  stopFunction(): Promise<void>;
  stopHosting(): Promise<void>;
  /** Serves the site from its sources on the same origin, as `npm run dev` does. */
  develop(): Promise<void>;
}

/** Runs `stop` on the first call only. All calls return the same promise. */
function once(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => (stopped ??= stop());
}

const built = join(root, 'web', 'dist');

/** The names of the built scripts, without their extension. */
const SCRIPT_NAME = /[\w-]+-[\w-]{8}(?=\.js)/g;

/** Writes the build into a folder, with a version after the name of each script. */
function writeVersion(version: string, folder: string): void {
  const inVersion = (text: string) => text.replaceAll(SCRIPT_NAME, `$&-v${version}`);
  for (const file of globSync('{*.html,assets/*.js,sw.js}', { cwd: built })) {
    const text = inVersion(readFileSync(join(built, file), 'utf8'));
    // As in a build, new content has a new revision.
    const revised = text.replace(
      /"revision":"[^"]*","url":"\/app"/,
      `"revision":"${version}","url":"/app"`,
    );
    writeFileSync(join(folder, inVersion(file)), revised);
  }
}

/** Starts the real stack with a copy of the built site. */
export async function openReleaseSite(jokes: readonly SeedJoke[]): Promise<ReleaseSite> {
  const browser = await sharedBrowser();
  await using parts = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  parts.defer(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'firebase.json'), join(folder, 'firebase.json'));
  const dist = join(folder, 'web', 'dist');
  const copyBuild = () => cpSync(built, dist, { recursive: true });
  copyBuild();

  const backend = await startBackend({ auth: false, seed: jokes });
  const stopFunction = once(() => backend.stop());
  parts.defer(stopFunction);
  let hanging: string | undefined;
  const hosting = await startHosting({
    port: 0,
    functionOrigin: () => hanging ?? backend.functionOrigin(),
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
      rmSync(dist, { recursive: true });
      copyBuild();
      writeVersion(String(released), dist);
      const [, script = ''] =
        / data-app="([^"]+)"/.exec(readFileSync(join(dist, 'about.html'), 'utf8')) ?? [];
      return script;
    },
    async hangFunction() {
      const server = createServer(() => undefined).listen(0, LOOPBACK);
      all.defer(() => closeServer(server));
      hanging = `http://${LOOPBACK}:${await listeningPort(server)}`;
    },
    stopFunction() {
      hanging = undefined;
      return stopFunction();
    },
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
