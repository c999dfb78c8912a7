import { onRequest } from 'firebase-functions/v2/https';
import { createApp } from './app.ts';
import { createContext } from './context.ts';
import { withOwnBodies } from './http/framework-bodies.ts';
import { answerFrameworkErrors } from './http/framework-errors.ts';
import { logCrashes } from './logging/log-crashes.ts';
import { settings, setupKey } from './parameters.ts';

const context = createContext();
answerFrameworkErrors(context);
logCrashes(context.log);

/** The one Cloud Function: the whole API at `/api/v1`. */
export const api = onRequest(
  {
    ...settings,
    invoker: 'public',
    // An emulator would look for it in Google's Secret Manager.
    secrets: context.config.inFunctionsEmulator ? [] : [setupKey],
  },
  withOwnBodies(createApp(context)),
);
