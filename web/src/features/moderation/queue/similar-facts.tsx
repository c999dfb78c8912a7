import type { Hint, ModeratedSimilarJoke, QueueEntry } from 'functions/contract';
import { Link, useLocation } from 'react-router-dom';
import { Badge } from '../../../components/badge.tsx';
import { BusyButton } from '../../../components/busy-button.tsx';
import { adminPath, jokePath } from '../../../paths.ts';
import { statusLook } from '../labels.tsx';
import { TextDiff } from '../text-diff.tsx';
import { duplicatesOf } from './review-state.ts';
import { useReview } from './review.ts';

const OBJECTIONS = [
  { found: ({ offensive }: Hint) => offensive, label: 'Offensive' },
  { found: ({ on_topic }: Hint) => !on_topic, label: 'Off topic' },
  { found: ({ english }: Hint) => !english, label: 'Not English' },
];

function ReviewerHint({ hint }: { hint: Hint | null }) {
  if (hint === null) return null;
  const objections = OBJECTIONS.filter(({ found }) => found(hint));
  const source = <span className="queue-source">({hint.reviewer})</span>;
  if (objections.length === 0) {
    return (
      <p>
        Hint: no objections. {hint.reason} {source}
      </p>
    );
  }
  return (
    <div className="queue-hint">
      <p>
        Hint:{' '}
        {objections.map(({ label }) => (
          <Badge key={label} tone="bad" label={label} />
        ))}
      </p>
      <p>
        {hint.reason} {source}
      </p>
    </div>
  );
}

function Similar({ text, similar }: { text: string; similar: ModeratedSimilarJoke }) {
  const { joke_id: id, status } = similar;
  const { pathname } = useLocation();
  const found = `${adminPath(pathname, 'dashboard')}?search=${encodeURIComponent(`#${id}`)}`;
  return (
    <li>
      <p className="queue-similar-head">
        <b>{Math.floor(100 * similar.similarity)}%</b>
        <Link to={status === 'approved' ? jokePath(id) : found}>Fact no. {id}</Link>
        <Badge {...statusLook(status)} />
      </p>
      <p className="queue-similar-text" dir="auto">
        <TextDiff before={text} after={similar.joke_text} showRemoved={false} />
      </p>
    </li>
  );
}

interface SimilarFactsProps {
  entry: QueueEntry;
  /** Disables the decision buttons. */
  busy: boolean;
}

/** What is known about a pending fact: the reviewer's hint, and the facts that are most like it. */
export function SimilarFacts({ entry, busy }: SimilarFactsProps) {
  const { joke, similar, hint } = entry;
  const [review, state] = useReview();
  const { original, duplicates } = duplicatesOf(entry, state);
  return (
    <aside className="queue-aside" aria-label={`About fact no. ${joke.joke_id}`}>
      <ReviewerHint hint={hint} />
      <h3>Similar facts</h3>
      {original && duplicates.length > 0 && (
        <>
          <BusyButton busy={busy} onClick={() => review.rejectDuplicates(duplicates)}>
            Reject all {duplicates.length} duplicates of no. {original.joke_id}
          </BusyButton>
          <p className="queue-source">
            That is no. {duplicates.map(({ joke_id: id }) => id).join(', ')}.
          </p>
        </>
      )}
      {similar.length === 0 ? (
        <p className="queue-source">None found.</p>
      ) : (
        <ul>
          {similar.map((each) => (
            <Similar key={each.joke_id} text={joke.joke_text} similar={each} />
          ))}
        </ul>
      )}
    </aside>
  );
}
