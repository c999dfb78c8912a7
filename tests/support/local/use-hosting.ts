import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { root } from '../../../local/stack/firebase-json.ts';
import { closeServer, listeningPort, LOOPBACK } from '../../../local/stack/http-server.ts';
import { startHosting, type Hosting } from '../../../local/stack/hosting/hosting.ts';

export const AUTH_ORIGIN = 'http://127.0.0.1:9099';

type Answer = (...message: Parameters<RequestListener>) => unknown;

/** A request as it reached the function. */
interface SeenRequest {
  method: string;
  url: string;
  headers: Headers;
  body: string;
}

/** A running Hosting with the project's firebase.json, a few files and a function. */
interface RunningHosting {
  readonly origin: string;
  readonly functionOrigin: string;
  /** Sets how the function answers, until the test ends. It answers with an empty 200 by default. */
  answer(how: Answer): void;
  /** Sends a request and returns it as it reached the function. */
  seenByFunction(path: string, init?: RequestInit): Promise<SeenRequest>;
  stopFunction(): Promise<void>;
}

/** Gives each test of a file its own running Hosting. */
export function useHosting(): RunningHosting {
  let folder: string;
  let functionServer: Server;
  let functionOrigin: string;
  let answer: Answer;
  let hosting: Hosting;

  // Not for each test: Hosting may still open a file whose answer a test did not read.
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hosting-'));
    mkdirSync(join(folder, 'web/dist/assets'), { recursive: true });
    mkdirSync(join(folder, 'web/dist/icons'));
    writeFileSync(join(folder, 'web/dist/about.html'), '<title>about</title>');
    writeFileSync(join(folder, 'web/dist/app.html'), '<title>app</title>');
    writeFileSync(join(folder, 'web/dist/404.html'), '<title>not found</title>');
    writeFileSync(join(folder, 'web/dist/assets/app.js'), 'start()');
    for (const icon of ['favicon-32.png', 'apple-touch-icon.png']) {
      writeFileSync(join(folder, 'web/dist/icons', icon), icon);
    }
    writeFileSync(join(folder, 'firebase.json'), readFileSync(join(root, 'firebase.json')));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeEach(async () => {
    answer = (_, response) => response.end();
    functionServer = createServer((request, response) => answer(request, response));
    functionServer.listen(0, LOOPBACK);
    functionOrigin = `http://${LOOPBACK}:${await listeningPort(functionServer)}`;
    hosting = await startHosting({
      port: 0,
      functionOrigin: () => functionOrigin,
      authOrigin: AUTH_ORIGIN,
      folder,
    });
  });

  afterEach(async () => {
    await hosting.stop();
    await closeServer(functionServer);
  });

  return {
    get origin() {
      return hosting.origin;
    },
    get functionOrigin() {
      return functionOrigin;
    },
    answer(how) {
      answer = how;
    },
    async seenByFunction(path, init = {}) {
      let seen: SeenRequest = { method: '', url: '', headers: new Headers(), body: '' };
      answer = async (request, response) => {
        const { method = '', url = '' } = request;
        const headers = new Headers();
        for (const [name, value] of Object.entries(request.headers)) {
          headers.set(name, String(value));
        }
        seen = { method, url, headers, body: await text(request) };
        response.end();
      };
      await fetch(hosting.origin + path, init);
      return seen;
    },
    stopFunction: () => closeServer(functionServer),
  };
}
