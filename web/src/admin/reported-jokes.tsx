import { countText, localDayText } from '../ui/format.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Joke, RejectReason, ReportedJoke } from 'functions/contract';
import { REPORT_REASONS } from 'functions/domain';
import { useState } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { Ring } from '../ui/spinner.tsx';
import { BulkBar, useSelection } from './bulk-bar.tsx';
import { ModeratedCard } from './joke-row.tsx';
import { REPORT_LABELS } from './labels.tsx';
import { countDecidedReports, reportedJokes } from './moderation-queries.ts';
import { QueryStates } from './query-states.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useRowFocus } from './row-focus.ts';
import { useDecisions, type RowState } from './use-decisions.ts';

/** How often it was reported, and when: on one day, or between two. */
function ReportFacts({ total, first_reported_at, last_reported_at }: ReportedJoke) {
  const [from, to] = [localDayText(first_reported_at), localDayText(last_reported_at)];
  return (
    <>
      <span>{countText(total, 'report')}</span>
      <span>{from === to ? from : `${from} to ${to}`}</span>
    </>
  );
}

function ReportReasons({ joke, reasons }: ReportedJoke) {
  return (
    <ul className="report-reasons" aria-label={`Why fact no. ${joke.joke_id} was reported`}>
      {REPORT_REASONS.filter((reason) => reasons[reason] > 0).map((reason) => (
        <li key={reason}>
          <span>{REPORT_LABELS[reason]}</span> <b>{reasons[reason]}</b>
        </li>
      ))}
    </ul>
  );
}

interface ReportActionsProps {
  joke: Joke;
  row: RowState;
  decided: boolean;
  /** @param onDone to be called before the row changes */
  onKeep: (onDone: () => void) => void;
  onTakeDown: () => void;
}

function ReportActions(props: ReportActionsProps) {
  const { joke, row, decided, onKeep, onTakeDown } = props;
  const focus = useRowFocus();
  const button = decided ? undefined : focus.button;
  const busy = row.task !== undefined;
  return (
    <div className="report-actions">
      <BusyButton
        data-action="keep"
        aria-label={`Keep fact no. ${joke.joke_id}`}
        busy={busy}
        ref={button}
        onClick={(event) => onKeep(focus.moveOnAfter(event))}
      >
        {row.task === 'keep' && <Ring />} <span>Keep</span>
      </BusyButton>
      <BusyButton
        data-action="take-down"
        aria-label={`Take down fact no. ${joke.joke_id}`}
        aria-haspopup="dialog"
        busy={busy}
        ref={button}
        onClick={onTakeDown}
      >
        {row.task === 'reject' && <Ring />} <span>Take down…</span>
      </BusyButton>
    </div>
  );
}

/** The reason that most visitors gave, as one for a rejection. */
function reasonOf({ reasons }: ReportedJoke): RejectReason {
  const counts = REPORT_REASONS.map((reason) => reasons[reason]);
  return REPORT_REASONS[counts.indexOf(Math.max(...counts))] ?? 'other';
}

/** The reported jokes, the most reported first. Decided ones keep their places. */
export function ReportedJokes() {
  const client = useQueryClient();
  const query = useInfiniteQuery(reportedJokes);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { rowOf, toast, decide, keep, undo } = useDecisions();
  const [takingDown, setTakingDown] = useState<ReportedJoke>();
  const focus = useRowFocus();
  const reported = data?.pages.flatMap((page) => page.reported) ?? [];
  const isDecided = ({ joke_id, status }: Joke) => {
    const { deleted, kept } = rowOf(joke_id);
    return deleted === true || kept === true || status !== 'approved';
  };
  const selection = useSelection(
    reported.map(({ joke }) => joke).filter((joke) => !isDecided(joke)),
  );
  const { selected } = selection;

  const keepSelected = () => {
    const idle = selected.filter(({ joke_id }) => rowOf(joke_id).task === undefined);
    if (idle.length > 0) void keep(idle, () => selection.selectOnly([]));
  };
  return (
    <>
      <QueryStates query={query} empty={reported.length === 0 && 'No facts are reported.'} />
      {reported.length > 0 && (
        <ul className="joke-cards">
          {reported.map((entry) => {
            const { joke } = entry;
            const row = rowOf(joke.joke_id);
            const decided = isDecided(joke);
            return (
              <ModeratedCard
                key={joke.joke_id}
                joke={joke}
                row={row}
                label="Fact no. "
                decided={decided}
                selected={selected.includes(joke)}
                onSelect={selection.select}
                onUndo={(step) => void undo(step)}
                facts={<ReportFacts {...entry} />}
                actions={() => (
                  <ReportActions
                    joke={joke}
                    row={row}
                    decided={decided}
                    onKeep={(onDone) => void keep([joke], onDone)}
                    onTakeDown={() => setTakingDown(entry)}
                  />
                )}
              >
                <ReportReasons {...entry} />
              </ModeratedCard>
            );
          })}
        </ul>
      )}
      {hasNextPage && (
        <p>
          <BusyButton busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage && <Ring />} <span>Show more</span>
          </BusyButton>
        </p>
      )}
      {reported.length > 0 && (
        <BulkBar selection={selection} toast={toast}>
          <button type="button" className="button" onClick={keepSelected}>
            {`Keep ${selected.length}`}
          </button>
        </BulkBar>
      )}
      {takingDown && (
        <RejectDialog
          jokes={[takingDown.joke]}
          reported={reasonOf(takingDown)}
          onReject={(reason) =>
            void decide('reject', [takingDown.joke], {
              reason,
              onDone: () => {
                focus.moveOn();
                countDecidedReports(client);
              },
            })
          }
          onClose={() => setTakingDown(undefined)}
        />
      )}
    </>
  );
}
