import { noAnswer, unexpectedAnswer } from './failure.ts';

/** Hosting serves the configuration of its own project there. */
const ADDRESS = '/__/firebase/init.json';

/** Settings of the Firebase project by name, such as `apiKey` and `authDomain`; none is secret. */
export type FirebaseConfig = Readonly<Record<string, string>>;

function textFields(content: unknown): FirebaseConfig {
  if (typeof content !== 'object' || content === null) throw new TypeError('No JSON object');
  const entries: [string, unknown][] = Object.entries(content);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * Fetches the configuration of the Firebase project that the site is deployed to.
 * @throws {ApiError} `unavailable` without an answer, `internal` where the answer is none
 */
export async function fetchFirebaseConfig(): Promise<FirebaseConfig> {
  const response = await fetch(new URL(ADDRESS, location.origin), {
    credentials: 'omit',
    signal: AbortSignal.timeout(15_000),
  }).catch((cause: unknown) => {
    throw noAnswer(cause);
  });
  try {
    return textFields(await response.json());
  } catch (cause) {
    throw unexpectedAnswer(cause);
  }
}
