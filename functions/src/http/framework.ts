import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RequestListener } from 'node:http';
import * as z from 'zod';
import { failing } from './answer.ts';

/** An import would load the WebSocket that it also exports, which takes 3% of a start. */
const { IncomingMessage, Server } = process.getBuiltinModule('node:http');

/** Node publishes it before any listener runs: https://nodejs.org/api/diagnostics_channel.html#http */
const REQUEST_START = 'http.server.request.start';

const requestStart = z.object({
  request: z.instanceof(IncomingMessage),
  server: z.instanceof(Server),
});

/** Answers the request during which something was thrown outside a promise. Without one, the process ends. */
function failRequest(error: unknown): void {
  const fail = failing.getStore();
  if (fail) fail(error);
  else process.exit(1);
}

/**
 * Serves all requests of the Functions Framework's server. The framework would first decompress and parse bodies of up to
 * 1 GB, respond with its own page to a path that it can't decode, and log that path. It would run each request in a
 * domain (https://nodejs.org/api/domain.html), with which Node tracks all promises: a quarter of the CPU of a vote. And of
 * what is thrown outside a promise it would make a response of its own to the latest request, and end the process.
 * @param inEmulator whether it may run in Firebase's emulator, which asks its own server whether the function is ready
 * @returns the application, as a function for the framework to start with
 */
export function replaceFramework(
  application: RequestListener,
  inEmulator: boolean,
): RequestListener {
  // When the first request arrives, the framework has added its listeners.
  function takeOver(message: unknown): void {
    const { request, server } = requestStart.parse(message);
    if (inEmulator && request.url === '/__/health') return;
    unsubscribe(REQUEST_START, takeOver);
    server.removeAllListeners('request').on('request', application);
    process.removeAllListeners('unhandledRejection').removeAllListeners('uncaughtException');
    process.on('uncaughtException', failRequest);
  }
  subscribe(REQUEST_START, takeOver);
  return application;
}
