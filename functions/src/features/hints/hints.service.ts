import { createHash } from 'node:crypto';
import type { Hint } from '../../contract/index.ts';
import { withDeadline } from '../../platform/concurrency/deadline.ts';
import type { Transact } from '../../platform/database/transact.ts';
import { describeError } from '../../platform/logging/describe-error.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import type { JokeData, StoredHint } from '../jokes/jokes.data.ts';
import type { Hinter } from './hinter.ts';

/** How long a moderator waits for hints. */
const DEADLINE_MS = 5_000;

interface Dependencies {
  hinter: Hinter;
  jokes: Pick<JokeData, 'storeHint'>;
  transact: Transact;
  log: Log;
  deadlineMs?: number;
}

/** What a hint needs of a joke. */
type Hinted = Pick<JokeDocument, 'joke_id' | 'joke_text' | 'hint'>;

function hashOf({ joke_text }: Hinted): string {
  return createHash('sha256').update(joke_text).digest('base64url');
}

function present({ text_hash: _hash, ...hint }: StoredHint): Hint {
  return hint;
}

export type HintService = ReturnType<typeof createHintService>;

/** Hints for the moderator, which are stored, so that each hinter reads a text once. */
export function createHintService(dependencies: Dependencies) {
  const { hinter, jokes, transact, log, deadlineMs = DEADLINE_MS } = dependencies;

  function currentHint(joke: Hinted): StoredHint | undefined {
    const { hint } = joke;
    return hint?.reviewer === hinter.name && hint.text_hash === hashOf(joke) ? hint : undefined;
  }

  async function ask(joke: Hinted): Promise<StoredHint> {
    const late = () => new Error('The hint took too long.');
    const remark = await withDeadline(hinter.hint(joke.joke_text), deadlineMs, late);
    return { ...remark, reviewer: hinter.name, text_hash: hashOf(joke) };
  }

  /** Reads nothing: a hint for a text that has been edited meanwhile does not match its hash. */
  function store(hints: ReadonlyMap<number, StoredHint>): Promise<void> {
    return transact((transaction) => {
      for (const [jokeId, hint] of hints) jokes.storeHint(transaction, jokeId, hint);
      return Promise.resolve();
    });
  }

  /** Logs the first of some failures, which usually have the same cause. */
  function report(message: string, errors: readonly unknown[], found: readonly Hinted[]) {
    if (errors.length === 0) return;
    const texts = found.map(({ joke_text }) => joke_text);
    const stack_trace = describeError(errors[0], texts);
    log({ severity: 'WARNING', message: `${message}: ${errors.length}`, stack_trace });
  }

  return {
    /**
     * The hints for these jokes by their ids, within about five seconds. Those that are not stored yet are
     * asked for side by side and stored, in one write each. A joke whose hint fails or takes too long has
     * none, and is tried again the next time.
     */
    async of(found: readonly Hinted[]): Promise<Map<number, Hint>> {
      const missing = found.filter((joke) => !currentHint(joke));
      const asked = new Map<number, StoredHint>();
      const errors: unknown[] = [];
      await Promise.all(
        missing.map((joke) =>
          ask(joke).then(
            (hint) => asked.set(joke.joke_id, hint),
            (error: unknown) => errors.push(error),
          ),
        ),
      );
      report('Failed reviews', errors, missing);
      if (asked.size > 0) {
        await store(asked).catch((error: unknown) => {
          report('Failed to store hints', [error], missing);
        });
      }
      return new Map(
        found.flatMap((joke) => {
          const hint = currentHint(joke) ?? asked.get(joke.joke_id);
          return hint ? [[joke.joke_id, present(hint)]] : [];
        }),
      );
    },
  };
}
