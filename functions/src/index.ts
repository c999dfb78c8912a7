import { onRequest } from 'firebase-functions/v2/https';
import { createApp } from './app.ts';
import { createContext } from './context.ts';
import { withUnparsedBodies } from './http/framework-bodies.ts';
import { handleFrameworkErrors } from './http/framework-errors.ts';
import { logCrashes } from './logging/log-crashes.ts';
import { settings, setupKey } from './parameters.ts';

const context = createContext();
handleFrameworkErrors(context);
logCrashes(context.log);

/** The one Cloud Function: the whole API at `/api/v1`. */
export const api = onRequest(
  {
    ...settings,
    invoker: 'public',
    // A Functions emulator would look it up in Google's Secret Manager.
    secrets: context.config.inFunctionsEmulator ? [] : [setupKey],
  },
  withUnparsedBodies(createApp(context)),
);
