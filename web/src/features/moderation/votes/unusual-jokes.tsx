import { useQuery } from '@tanstack/react-query';
import type { EndpointOutput } from 'functions/contract';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { statusLook } from '../labels.tsx';
import { QueryStates } from '../query-states.tsx';
import { useRowFocus } from '../row-focus.ts';
import { dateOf } from '../joke-row.tsx';
import { AcceptButton } from './accept-button.tsx';
import { countVotes } from './choice.ts';
import { unusualJokes } from './vote-queries.ts';
import { VotesDialog } from './votes-dialog.tsx';

type Unusual = EndpointOutput<'listUnusual'>['jokes'][number];

/** The votes of the unusual day: 'Nov 22, 2026: 121 votes, 118 of them 5 stars'. */
function dayText({ unusual_at, histogram }: Unusual): string {
  if (!histogram) return dateOf(unusual_at);
  const votes = histogram.reduce((sum, count) => sum + count, 0);
  const most = Math.max(...histogram);
  const star = histogram.indexOf(most) + 1;
  const stars = star === 1 ? '1 star' : `${star} stars`;
  return `${dateOf(unusual_at)}: ${countVotes(votes)}, ${most.toLocaleString()} of them ${stars}`;
}

/**
 * Moves the focus to the heading when the card that had it has left the list.
 * @param paused true while a dialog has the focus
 */
function useFocusOfLeft(count: number, paused: boolean): void {
  const { heading } = useRowFocus();
  const before = useRef(count);
  useEffect(() => {
    if (paused) return;
    const left = count < before.current;
    before.current = count;
    if (left && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [count, heading, paused]);
}

/** The facts with unusual votes, the latest first. They leave the list when a moderator has decided. */
export function UnusualJokes() {
  const query = useQuery(unusualJokes);
  const [looking, setLooking] = useState<number>();
  const jokes = query.data?.jokes ?? [];
  useFocusOfLeft(jokes.length, looking !== undefined);
  return (
    <>
      <QueryStates query={query} empty={jokes.length === 0 && 'No fact has unusual votes.'} />
      {jokes.length > 0 && (
        <ul className="joke-cards unusual-jokes">
          {jokes.map((unusual) => {
            const { joke } = unusual;
            const id = joke.joke_id;
            return (
              <li key={id} data-joke-id={id}>
                <div className="joke-card-head">
                  <b>Fact no. {id}</b>
                  <Badge {...statusLook(joke.status)} />
                </div>
                <p className="joke-text moderated-text" dir="auto">
                  {joke.joke_text}
                </p>
                <p className="joke-facts">
                  <span>{dayText(unusual)}</span>
                  <span>
                    In all {joke.rating.toFixed(1)}/5, {countVotes(joke.num_votes)}
                  </span>
                </p>
                <div className="report-actions">
                  <button
                    type="button"
                    className="button"
                    aria-label={`Votes of fact no. ${id}`}
                    aria-haspopup="dialog"
                    onClick={() => setLooking(id)}
                  >
                    Votes…
                  </button>
                  <AcceptButton jokeId={id} />
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {looking !== undefined && (
        <VotesDialog jokeId={looking} onClose={() => setLooking(undefined)} />
      )}
    </>
  );
}
