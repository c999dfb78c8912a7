import { noAnswer, unexpectedAnswer } from './failure.ts';

/** Where Hosting serves the configuration of its own project. */
const PATH = '/__/firebase/init.json';

/** Settings of the Firebase project by name, such as `apiKey` and `authDomain`. None are secret. */
export type FirebaseConfig = Readonly<Record<string, string>>;

function textFields(content: unknown): FirebaseConfig {
  if (typeof content !== 'object' || content === null) throw new TypeError('Not a JSON object');
  const entries: [string, unknown][] = Object.entries(content);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * Fetches the configuration of the Firebase project that the site is deployed to.
 * @throws {ApiError} `unavailable` without a response, `internal` if the response is not a JSON object
 */
export async function fetchFirebaseConfig(): Promise<FirebaseConfig> {
  const response = await fetch(new URL(PATH, location.origin), {
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
