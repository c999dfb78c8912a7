import { defineInt, defineSecret, defineString, select } from 'firebase-functions/params';
import { onRequest, type HttpsFunction } from 'firebase-functions/v2/https';
import type { RequestListener } from 'node:http';
import type { Config } from './config.ts';
import { settings } from './settings.ts';

// firebase-tools asks for these values at the first deployment and stores them in functions/.env.<project>.
// The function gets them as environment variables, which only config.ts reads.

/** Stored in Secret Manager, never in a file. */
const setupKey = defineSecret('SETUP_KEY', {
  label: 'Setup key',
  description: 'Required to create the first administrator at /setup-admin. Choose a long one.',
});

type AnySetting = (typeof settings)[keyof typeof settings];
type TextSetting = Extract<AnySetting, { pattern: RegExp }>;

function text(name: string, { label, description, pattern, mustBe, ...setting }: TextSetting) {
  const validationRegex = `^$|${pattern.source}`;
  return defineString(name, {
    label,
    description,
    ...('default' in setting && { default: setting.default }),
    input: { text: { validationRegex, validationErrorMessage: `Must be ${mustBe}.` } },
  });
}

function number(name: string, setting: Exclude<AnySetting, TextSetting>) {
  const { label, description, default: value } = setting;
  const input = 'choices' in setting && { input: select(setting.choices) };
  return defineInt(name, { label, description, default: value, ...input });
}

for (const [name, setting] of Object.entries(settings)) {
  if ('pattern' in setting) text(name, setting);
  else number(name, setting);
}

/** The function's runtime options. A parameter that is defined again stays the same. */
const options = {
  region: text('REGION', settings.REGION),
  memory: number('MEMORY_MIB', settings.MEMORY_MIB),
  concurrency: number('CONCURRENCY', settings.CONCURRENCY),
  maxInstances: number('MAX_INSTANCES', settings.MAX_INSTANCES),
  minInstances: number('MIN_INSTANCES', settings.MIN_INSTANCES),
  timeoutSeconds: number('TIMEOUT_SECONDS', settings.TIMEOUT_SECONDS),
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
