import { afterAll, beforeAll } from 'vitest';

type Delay = (work: () => void, milliseconds: number) => void;

// The SDK provides this for tests, but does not export the file.
const backoffFile = new URL(
  '../../../functions/node_modules/@google-cloud/firestore/build/src/backoff.js',
  import.meta.url,
);

async function delayRetriesBy(delay: Delay): Promise<void> {
  const backoff: unknown = await import(backoffFile.href);
  const set: unknown = Reflect.get(Object(backoff), 'setTimeoutHandler');
  if (typeof set !== 'function') throw new Error('The Firestore SDK has no setTimeoutHandler');
  Reflect.apply(set, undefined, [delay]);
}

/** Removes the SDK's delays between the attempts of a call or transaction, in this test file. */
export function useShortRetries(): void {
  beforeAll(() => delayRetriesBy((work) => void setImmediate(work)));
  afterAll(() => delayRetriesBy(setTimeout));
}
