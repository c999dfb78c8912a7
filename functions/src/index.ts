import type { Express } from 'express';
import { onInit } from 'firebase-functions';
import { onRequest } from 'firebase-functions/v2/https';
import { createApp } from './app.ts';
import { createContext, writeLog } from './context.ts';
import { answerFrameworkErrors } from './http/framework-errors.ts';

answerFrameworkErrors(writeLog);

let app: Express | undefined;
// Not when the module is loaded: firebase-tools loads it to find the function, without its environment.
onInit(() => {
  app = createApp(createContext());
});

/** The one Cloud Function: the whole API at `/api/v1`. */
export const api = onRequest(
  {
    region: 'us-central1',
    invoker: 'public',
    memory: '512MiB',
    concurrency: 80,
    maxInstances: 10,
    timeoutSeconds: 60,
  },
  (request, response) => app?.(request, response),
);
