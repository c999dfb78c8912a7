import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { Application, ErrorRequestHandler } from 'express';
import * as z from 'zod/mini';
import { handleErrors } from './error-handler.ts';
import { logRequests, type RequestLogParts } from './request-log.ts';

const START = 'http.server.request.start';

const requestStart = z.object({
  server: z.custom<Server>(
    (value) => typeof value === 'object' && value !== null && 'listeners' in value,
  ),
});

function isApplication(listener: unknown): listener is Application {
  return typeof listener === 'function' && 'use' in listener && 'handle' in listener;
}

/**
 * The Functions Framework reads addresses before the function sees a request, and answers a malformed
 * one with an HTML page of its own. This puts the API's error handler behind the routes of the
 * framework's application, so that such a request is answered in the API's shape too. Node publishes
 * `http.server.request.start` before the framework's application runs: the first request is covered.
 * The log's line on such a request counts its time from here on.
 */
export function answerFrameworkErrors(parts: RequestLogParts): void {
  const begin = logRequests(parts);
  const beginLate: ErrorRequestHandler = (thrown: unknown, request, response, next) => {
    void begin(request, response, () => next(thrown));
  };
  const cover = (message: unknown) => {
    // The process has one server, and the first request comes to it.
    unsubscribe(START, cover);
    for (const listener of requestStart.parse(message).server.listeners('request')) {
      if (isApplication(listener)) listener.use(beginLate, handleErrors(parts.log));
    }
  };
  subscribe(START, cover);
}
