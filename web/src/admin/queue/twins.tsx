import type { SeenJoke } from '../changes.ts';
import { Key } from '../labels.tsx';
import { TextDiff, type SimilarFacts } from '../similar-facts.tsx';
import { lengthOf } from '../../ui/text-length.ts';
import styles from './queue.module.css';

/** One of several pending facts that say the same, and the key that keeps it. */
export interface Twin {
  key: string;
  joke: SeenJoke;
}

/** As many as have a key each. */
const MAXIMUM = 5;

/** The pending facts of which one is kept, the shown one first; none if nothing is like it, or a published one is. */
export function twinsOf(shown: SeenJoke, { original, pending }: SimilarFacts): Twin[] {
  if (original || pending.length === 0) return [];
  const jokes = [shown, ...pending].slice(0, MAXIMUM);
  const keys = jokes.length === 2 ? ['←', '→'] : jokes.map((_, index) => String(index + 1));
  return jokes.map((joke, index) => ({ joke, key: keys[index] ?? '' }));
}

interface TwinChoiceProps {
  twins: readonly Twin[];
  onPress: (key: string) => void;
}

/** Facts that say the same: a press keeps one, and rejects the others as its duplicates. */
export function TwinChoice({ twins, onPress }: TwinChoiceProps) {
  const [shown, second] = twins;
  return (
    <div className={styles.twins} role="group" aria-label="Which one stays?">
      {twins.map(({ key, joke: { joke_id: id, joke_text: text } }) => (
        <button key={id} type="button" onClick={() => onPress(key)}>
          <span className="spread">
            <b>{`Keep fact no. ${id}`}</b> <Key name={key} />
          </span>
          <span className="joke-text" dir="auto" data-length={lengthOf(text)}>
            <TextDiff
              before={(id === shown?.joke.joke_id ? second : shown)?.joke.joke_text ?? text}
              after={text}
              showRemoved={false}
            />
          </span>
        </button>
      ))}
    </div>
  );
}
