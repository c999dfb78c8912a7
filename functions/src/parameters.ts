import { defineInt, defineSecret, defineString } from 'firebase-functions/params';
import { onRequest, type HttpsFunction } from 'firebase-functions/v2/https';
import type { RequestListener } from 'node:http';
import type { Config } from './config.ts';
import { runtime, settings } from './settings.ts';

// The parameters that firebase-tools needs. It asks for those that functions/.env.<project> does not have.

/** Stored in Secret Manager, never in a file. */
const setupKey = defineSecret('SETUP_KEY', {
  description: 'Required to create the first administrator at /setup-admin. Choose a long one.',
});

const { pattern, mustBe, description } = settings.ADMIN_EMAILS;
// Only asked for: config.ts reads it.
defineString('ADMIN_EMAILS', {
  description,
  input: {
    text: { validationRegex: `^$|${pattern.source}`, validationErrorMessage: `Must be ${mustBe}.` },
  },
});

function number(name: 'MEMORY_MIB' | 'MAX_INSTANCES') {
  const { description: what, default: value } = settings[name];
  return defineInt(name, { description: what, default: value });
}

/** The function's runtime options. */
const options = {
  ...runtime,
  region: defineString('REGION', {
    description: settings.REGION.description,
    default: settings.REGION.default,
  }),
  memory: number('MEMORY_MIB'),
  maxInstances: number('MAX_INSTANCES'),
};

/** The function as firebase-tools deploys it. */
export function declareFunction(
  application: RequestListener,
  { inFunctionsEmulator }: Pick<Config, 'inFunctionsEmulator'>,
): HttpsFunction {
  // A Functions emulator would look up a secret in Google's Secret Manager.
  const secrets = inFunctionsEmulator ? [] : [setupKey];
  return onRequest({ ...options, invoker: 'public', secrets }, application);
}
