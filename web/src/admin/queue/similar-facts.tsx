import type { Hint, QueueEntry } from 'functions/contract';
import type { ReadJoke } from '../changes.ts';
import { Badge } from '../../ui/badge.tsx';
import { BusyButton } from '../../ui/busy-button.tsx';
import { SimilarList } from '../similar-list.tsx';
import { useReview } from './review.ts';
import type { Likeness } from './visit.ts';

const OBJECTIONS = [
  { found: ({ offensive }: Hint) => offensive, label: 'Offensive' },
  { found: ({ on_topic }: Hint) => !on_topic, label: 'Off topic' },
  { found: ({ spam }: Hint) => spam, label: 'Spam' },
];

function Objections({ hint }: { hint: Hint }) {
  const objections = OBJECTIONS.filter(({ found }) => found(hint));
  if (objections.length === 0) return null;
  return (
    <div className="queue-hint">
      <p>
        Hint:{' '}
        {objections.map(({ label }) => (
          <Badge key={label} tone="bad" label={label} />
        ))}
      </p>
      <p>{hint.reason}</p>
    </div>
  );
}

interface KeepOneProps extends Pick<Likeness, 'rivals'> {
  joke: ReadJoke;
  busy: boolean;
}

/** Approves one of several pending facts that say the same, and rejects the others as its duplicates. */
function KeepOne({ joke, rivals, busy }: KeepOneProps) {
  const [review] = useReview();
  const all = [joke, ...rivals];
  const [best] = rivals;
  const keep = (kept: ReadJoke) =>
    review.keepOne(
      kept,
      all.filter((each) => each !== kept),
    );
  return (
    <>
      <p>
        {`None of these is published: no. ${all.map(({ joke_id: id }) => id).join(', ')}. ` +
          (rivals.length === 1
            ? 'If you keep one, it is approved and the other is rejected as its duplicate.'
            : 'If you keep one, it is approved and the others are rejected as its duplicates.')}
      </p>
      <p className="queue-keep">
        <BusyButton busy={busy} onClick={() => keep(joke)}>
          Keep this one
        </BusyButton>
        {best && (
          <BusyButton busy={busy} onClick={() => keep(best)}>
            {`Keep no. ${best.joke_id}`}
          </BusyButton>
        )}
      </p>
    </>
  );
}

interface SimilarFactsProps {
  entry: QueueEntry;
  likeness: Likeness;
  /** Disables the decision buttons. */
  busy: boolean;
}

/** What is known about a pending fact: the word list's hint, and the facts that are most like it. */
export function SimilarFacts({ entry: { joke, hint }, likeness, busy }: SimilarFactsProps) {
  const [review] = useReview();
  const { twin, others, original, duplicates, rivals } = likeness;
  return (
    <aside className="queue-aside" aria-label={`About fact no. ${joke.joke_id}`}>
      <Objections hint={hint} />
      <h3>Similar facts</h3>
      {original && duplicates.length > 0 && (
        <>
          <BusyButton
            busy={busy}
            onClick={() => review.decide('reject', duplicates, 'duplicate', original)}
          >
            {`Reject all ${duplicates.length} duplicates of no. ${original.joke_id}`}
          </BusyButton>
          <p className="queue-source">
            {`That is no. ${duplicates.map(({ joke_id: id }) => id).join(', ')}.`}
          </p>
        </>
      )}
      {rivals.length > 0 && <KeepOne {...{ joke, rivals, busy }} />}
      {others.length === 0 ? (
        <p className="queue-source">{twin ? 'No others.' : 'None found.'}</p>
      ) : (
        <SimilarList text={joke.joke_text} similar={others} />
      )}
    </aside>
  );
}
