import type { Application } from 'express';
import type { Log } from '../context.ts';
import { handleErrors } from './error-handler.ts';

const answered = new WeakSet<Application>();

/**
 * The Functions Framework parses bodies before the function sees a request, and answers a malformed
 * one with its own HTML page. This adds the API's error handler behind the framework's routes, so
 * that such a request is answered in the API's shape too. It has no earlier hook: the very first
 * request of an instance, if malformed, still gets the framework's 400.
 * @param frameworkApp the application that the framework made for this process
 */
export function answerFrameworkErrors(frameworkApp: Application, log: Log): void {
  if (answered.has(frameworkApp)) return;
  answered.add(frameworkApp);
  frameworkApp.use(handleErrors(log));
}
