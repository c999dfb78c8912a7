import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type Joke } from 'functions/contract';
import { limits } from 'functions/domain';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Ring, Spinner } from '../../components/spinner.tsx';
import { BulkBar } from './bulk-bar.tsx';
import './joke-rows.css';
import { countDecidedReports, reportedJokes, UNKNOWN_FAILURE } from './moderation-queries.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { isDecided, ReportedCard } from './reported-card.tsx';
import { focusNextRow, focusNextRowAfterDialog } from './row-focus.ts';
import { useDecisions } from './use-decisions.ts';

/** The reported jokes, the most reported first. Decided ones keep their places. */
export function ReportedJokes() {
  const client = useQueryClient();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(reportedJokes);
  const { rowOf, notice, decide, keep, undo } = useDecisions();
  const [rejecting, setRejecting] = useState<Joke>();
  const [selection, setSelection] = useState<readonly number[]>([]);
  const reported = data?.pages.flatMap((page) => page.reported) ?? [];

  const selectable = reported
    .map(({ joke }) => joke)
    .filter((joke) => !isDecided(joke, rowOf(joke.joke_id)));
  const selected = selectable
    .filter(({ joke_id: id }) => selection.includes(id))
    .slice(0, limits.moderationMaxIds);

  const keepJoke = (joke: Joke, button: HTMLElement, options: FocusOptions) =>
    void keep([joke], (kept) => {
      if (kept.length > 0) focusNextRow(button, options);
      countDecidedReports(client, kept.length);
    });
  const keepSelected = () =>
    void keep(
      selected.filter(({ joke_id: id }) => rowOf(id).task === undefined),
      (kept) => {
        setSelection([]);
        countDecidedReports(client, kept.length);
      },
    );
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
                selected={selection.includes(entry.joke.joke_id)}
                onSelect={({ joke_id: id }, isSelected) =>
                  setSelection(
                    isSelected ? [...selection, id] : selection.filter((each) => each !== id),
                  )
                }
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
        <BulkBar
          jokes={selectable}
          selected={selected}
          onSelect={(some) => setSelection(some.map(({ joke_id: id }) => id))}
          notice={notice}
        >
          <button type="button" className="button" onClick={keepSelected}>
            Keep {selected.length}
          </button>
        </BulkBar>
      )}
      {rejecting && (
        <RejectDialog
          jokes={[rejecting]}
          onReject={(reason) =>
            void decide('reject', [rejecting], {
              reason,
              onDone: () => {
                focusNextRowAfterDialog();
                countDecidedReports(client);
              },
            })
          }
          onClose={() => setRejecting(undefined)}
        />
      )}
    </>
  );
}
