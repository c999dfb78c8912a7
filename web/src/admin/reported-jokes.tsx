import { countText, localDayText } from '../ui/format.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RejectReason } from 'functions/contract';
import { REPORT_REASONS } from 'functions/domain';
import { useState } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { Ring } from '../ui/spinner.tsx';
import { BulkBar, useSelection } from './bulk-bar.tsx';
import { newChange, rejection } from './changes.ts';
import { shown, taskOf, undoable, useDecide, useHistory, useUndo } from './decide.ts';
import { JokeRow, JokeTable } from './joke-row.tsx';
import { REPORT_LABELS } from './labels.tsx';
import { reportedJokes, type ListedJoke, type ReportedEntry } from './moderation-queries.ts';
import { QueryStates } from './query-states.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { focusRowOf, useRowKeys } from './use-row-keys.ts';
import styles from './joke-row.module.css';

/** How often it was reported and why, and when: on one day, or between two. */
function ReportFacts({ total, reasons, first_reported_at, last_reported_at }: ReportedEntry) {
  const [from, to] = [localDayText(first_reported_at), localDayText(last_reported_at)];
  const given = REPORT_REASONS.filter((reason) => reasons[reason] > 0);
  return (
    <>
      <b>{countText(total, 'report')}</b>{' '}
      <span>{given.map((reason) => `${REPORT_LABELS[reason]} ${reasons[reason]}`).join(', ')}</span>{' '}
      <span>{from === to ? from : `${from} to ${to}`}</span>
    </>
  );
}

/** The reason that most visitors gave, as one for a rejection. */
function reasonOf(entries: readonly ReportedEntry[]): RejectReason {
  const countOf = (reason: (typeof REPORT_REASONS)[number]) =>
    entries.reduce((sum, { reasons }) => sum + reasons[reason], 0);
  const counts = REPORT_REASONS.map(countOf);
  return REPORT_REASONS[counts.indexOf(Math.max(...counts))] ?? 'other';
}

/** The reported jokes, the most reported first. Decided ones keep their places. */
export function ReportedJokes() {
  const query = useInfiniteQuery(reportedJokes);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const history = useHistory();
  const decide = useDecide();
  const undo = useUndo();
  const [takingDown, setTakingDown] = useState<readonly ReportedEntry[]>([]);
  // Reports that were dismissed before are not those that are listed now.
  const [openedAt] = useState(Date.now);
  const since = history.filter(({ submittedAt }) => submittedAt >= openedAt);
  const kept = new Set(
    undoable(since).flatMap(({ action, items }) =>
      action === 'keep' ? items.map(({ joke_id }) => joke_id) : [],
    ),
  );
  const reported = (data?.pages.flatMap((page) => page.reported) ?? []).map((entry) => ({
    ...entry,
    joke: shown(entry.joke, history),
  }));
  const isDecided = ({ joke_id, status }: ListedJoke) => kept.has(joke_id) || status !== 'approved';
  const open = reported.map(({ joke }) => joke).filter((joke) => !isDecided(joke));
  const selection = useSelection(open);
  const { selected, select, selectAll } = selection;

  const keep = (jokes: readonly ListedJoke[]) => {
    if (jokes.length > 0) void decide(newChange('keep', jokes, { reports: null }));
    selectAll(false);
  };
  const takeDown = (jokes: readonly ListedJoke[]) =>
    setTakingDown(reported.filter(({ joke }) => jokes.includes(joke)));
  const focused = (id?: number) => open.filter(({ joke_id }) => joke_id === id);
  const chosen = (id?: number) => (selected.length > 0 ? selected : focused(id));
  useRowKeys({
    a: (id) => keep(chosen(id)),
    r: (id) => takeDown(chosen(id)),
    x: (id) => {
      for (const joke of focused(id)) select(joke.joke_id, !selected.includes(joke));
    },
    z: undo,
  });
  return (
    <>
      <QueryStates query={query} empty={reported.length === 0 && 'No facts are reported.'} />
      {reported.length > 0 && (
        <JokeTable>
          {reported.map((entry) => {
            const { joke } = entry;
            const { joke_id: id } = joke;
            const task = taskOf(id, history);
            return (
              <JokeRow
                key={id}
                joke={joke}
                kept={kept.has(id)}
                decided={isDecided(joke)}
                selected={selected.includes(joke)}
                onSelect={select}
                facts={<ReportFacts {...entry} />}
              >
                <BusyButton
                  aria-label={`Keep fact no. ${id}`}
                  busy={task !== undefined}
                  onClick={({ currentTarget }) => {
                    focusRowOf(currentTarget);
                    keep([joke]);
                  }}
                >
                  {task === 'keep' && <Ring />} <span>Keep</span>
                </BusyButton>
                <BusyButton
                  aria-label={`Take down fact no. ${id}`}
                  aria-haspopup="dialog"
                  busy={task !== undefined}
                  onClick={() => takeDown([joke])}
                >
                  {task === 'reject' && <Ring />} <span>Take down…</span>
                </BusyButton>
              </JokeRow>
            );
          })}
        </JokeTable>
      )}
      {hasNextPage && (
        <BusyButton
          className={`${styles.older} button`}
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage && <Ring />} <span>Show more</span>
        </BusyButton>
      )}
      {reported.length > 0 && (
        <BulkBar
          selection={selection}
          actions={[
            { label: 'Keep', onClick: () => keep(selected) },
            { label: 'Take down', opensDialog: true, onClick: () => takeDown(selected) },
          ]}
        />
      )}
      {takingDown.length > 0 && (
        <RejectDialog
          jokes={takingDown.map(({ joke }) => joke)}
          reported={reasonOf(takingDown)}
          onReject={(reason) => {
            void decide(
              rejection(
                takingDown.map(({ joke }) => joke),
                reason,
              ),
            );
            selectAll(false);
          }}
          onClose={() => setTakingDown([])}
        />
      )}
    </>
  );
}
