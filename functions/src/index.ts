import { createRequire } from 'node:module';
import { createApp } from './app.ts';
import { createContext } from './site.ts';
import { replaceFramework } from './http/framework.ts';
import { logCrashes } from './platform/log.ts';
import type * as Parameters from './parameters.ts';

const context = createContext();
logCrashes(context.log);
const application = replaceFramework(createApp(context), context.config.inFunctionsEmulator);

function declare() {
  const load = createRequire(import.meta.url);
  const parameters: typeof Parameters = load('./parameters.js');
  return parameters.declareFunction(application, context.config);
}

/**
 * The one Cloud Function: the whole API at `/api/v1`. Only firebase-tools needs its declaration, so an
 * instance that serves requests does not load the library for it.
 */
export const api = context.config.servesRequests ? application : declare();
