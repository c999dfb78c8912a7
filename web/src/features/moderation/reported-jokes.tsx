import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Ring, Spinner } from '../../components/spinner.tsx';
import './bulk-bar.css';
import { DecisionToast } from './decision-toast.tsx';
import './joke-rows.css';
import { countDecidedReport, reportedJokes, UNKNOWN_FAILURE } from './moderation-queries.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { ReportedCard } from './reported-card.tsx';
import { focusNextRow, focusNextRowAfterDialog } from './row-focus.ts';
import { useDecisions } from './use-decisions.ts';

/** The reported jokes, the most recently reported first. Decided ones keep their places. */
export function ReportedJokes() {
  const client = useQueryClient();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(reportedJokes);
  const { rowOf, notice, decide, keep, undo } = useDecisions();
  const [rejecting, setRejecting] = useState<Joke>();
  const reported = data?.pages.flatMap((page) => page.reported) ?? [];

  const keepJoke = (joke: Joke, button: HTMLElement, options: FocusOptions) =>
    void keep(joke, {
      onDone: () => {
        focusNextRow(button, options);
        countDecidedReport(client);
      },
    });
  return (
    <>
      {error !== null && (
        <LoadError
          text={`Error: ${messageOf(error, UNKNOWN_FAILURE)}`}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <Spinner label="Loading..." />}
      {data !== undefined && reported.length === 0 && (
        <p className="joke-list-empty">No facts are reported.</p>
      )}
      {reported.length > 0 && (
        <div className="joke-list">
          <ul className="joke-cards">
            {reported.map((entry) => (
              <ReportedCard
                key={entry.joke.joke_id}
                entry={entry}
                row={rowOf(entry.joke.joke_id)}
                onKeep={keepJoke}
                onTakeDown={setRejecting}
                onUndo={(joke_id, audit_id) => void undo([{ joke_id, audit_id }])}
              />
            ))}
          </ul>
        </div>
      )}
      {hasNextPage && (
        <p>
          <BusyButton busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage && <Ring />} Show more
          </BusyButton>
        </p>
      )}
      {reported.length > 0 && (
        <div className="bulk-bar">
          <DecisionToast notice={notice} />
        </div>
      )}
      {rejecting && (
        <RejectDialog
          jokes={[rejecting]}
          onReject={(reason) =>
            void decide('reject', [rejecting], {
              reason,
              onDone: () => {
                focusNextRowAfterDialog();
                countDecidedReport(client);
              },
            })
          }
          onClose={() => setRejecting(undefined)}
        />
      )}
    </>
  );
}
