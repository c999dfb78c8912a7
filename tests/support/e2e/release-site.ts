import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import type { SeedJoke } from '../../../local/seed/index.ts';
import { startStack } from '../../../local/stack/start-stack.ts';
import { root } from '../../../local/stack/firebase-json.ts';
import { closeServer, listeningPort, LOOPBACK } from '../../../local/stack/http-server.ts';
import { startHosting } from '../../../local/stack/hosting/hosting.ts';
import { openVisitor, sharedBrowser, type Visitor } from './browser.ts';

/** A running site that can release new versions and whose function can fail. */
export interface ReleaseSite extends AsyncDisposable {
  visit(options?: BrowserContextOptions): Promise<Visitor>;
  /**
   * Releases a new version, whose scripts have new names, and returns the path of its first script.
   * The function's pages keep the scripts of the build.
   */
  release(): string;
  /** From now on, this gets the requests to the function. */
  replaceFunction(listener: RequestListener): Promise<void>;
  stopFunction(): void;
  stopHosting(): Promise<void>;
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
  for (const file of globSync('{*.html,assets/**/*.js,sw.js}', { cwd: built })) {
    const text = inVersion(readFileSync(join(built, file), 'utf8'));
    // As in a build, new content has a new revision.
    const revised = text.replace(
      /"app\.html",revision:"[^"]*"/,
      `"app.html",revision:"${version}"`,
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

  /** Where requests go instead of the function. */
  let elsewhere: string | undefined;
  let stopHosting = () => Promise.resolve();
  const stack = await startStack({ auth: false, seed: jokes }, async (options) => {
    const hosting = await startHosting({
      ...options,
      functionOrigin: () => elsewhere ?? options.functionOrigin(),
      folder,
    });
    stopHosting = once(() => hosting.stop());
    return { ...hosting, stop: stopHosting };
  });
  parts.defer(() => stack.stop());
  const all = parts.move();
  let released = 0;
  return {
    visit: (options) => openVisitor(browser, stack.origin, options),
    release() {
      released += 1;
      rmSync(dist, { recursive: true });
      copyBuild();
      writeVersion(String(released), dist);
      const [, script = ''] =
        / data-app="([^"]+)"/.exec(readFileSync(join(dist, 'about.html'), 'utf8')) ?? [];
      return script;
    },
    async replaceFunction(listener) {
      const server = createServer(listener).listen(0, LOOPBACK);
      all.defer(() => closeServer(server));
      elsewhere = `http://${LOOPBACK}:${await listeningPort(server)}`;
    },
    stopFunction() {
      // Nothing listens there.
      elsewhere = `http://${LOOPBACK}:1`;
    },
    stopHosting,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
