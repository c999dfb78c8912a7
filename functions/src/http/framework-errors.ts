import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { Application, ErrorRequestHandler } from 'express';
import * as z from 'zod/mini';
import { handleErrors } from './error-handler.ts';
import { logRequests, type RequestLogOptions } from './request-log.ts';

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
 * Sends errors of the Functions Framework in the API's format. The framework parses URLs before the
 * function runs, and responds to a malformed one with its own HTML page. This adds the API's error
 * handler after the routes of the framework's application. Node publishes `http.server.request.start`
 * before that application runs, so that the first request is covered too. The log measures such a
 * request only from here on.
 */
export function handleFrameworkErrors(options: RequestLogOptions): void {
  const logRequest = logRequests(options);
  const logFailedRequest: ErrorRequestHandler = (thrown: unknown, request, response, next) => {
    void logRequest(request, response, () => next(thrown));
  };
  const cover = (message: unknown) => {
    // The process has one server, which receives the first request.
    unsubscribe(START, cover);
    for (const listener of requestStart.parse(message).server.listeners('request')) {
      if (isApplication(listener)) listener.use(logFailedRequest, handleErrors(options.log));
    }
  };
  subscribe(START, cover);
}
