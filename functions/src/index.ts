import { onRequest } from 'firebase-functions/v2/https';
import { createApp } from './app.ts';
import { createContext } from './context.ts';
import { answerFrameworkErrors } from './http/framework-errors.ts';

const context = createContext();
answerFrameworkErrors(context.log);

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
  createApp(context),
);
