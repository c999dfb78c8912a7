import { countText, localDayText, numberText } from '../ui/format.ts';
import { useQuery } from '@tanstack/react-query';
import { PERSONAL_DATA, REPORT_REASONS } from 'functions/domain';
import { useState } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { Ring } from '../ui/spinner.tsx';
import { BulkBar, useSelection } from './bulk-bar.tsx';
import { newChange, rejection } from './changes.ts';
import { useDecide } from './decide.ts';
import { unansweredAction, undoable, useDecisions, withDecisions } from './decisions.ts';
import { JokeRow, JokeTable } from './joke-row.tsx';
import { REPORT_LABELS } from './labels.tsx';
import { reportedJokes, type ListedJoke, type ReportedEntry } from './moderation-queries.ts';
import { QueryStates } from './query-states.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { focusRowOf, useRowKeys } from './use-row-keys.ts';

type ReportReason = (typeof REPORT_REASONS)[number];

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

/** The most frequent of the reasons for which every one of these facts was reported; undefined if they share none. */
function commonReason(entries: readonly Pick<ReportedEntry, 'reasons'>[]) {
  const countOf = (reason: ReportReason) =>
    entries.reduce((sum, { reasons }) => sum + reasons[reason], 0);
  return REPORT_REASONS.filter((reason) => entries.every(({ reasons }) => reasons[reason] > 0))
    .toSorted((a, b) => countOf(b) - countOf(a))
    .at(0);
}

const jokesOf = (entries: readonly ReportedEntry[]) => entries.map(({ joke }) => joke);

/** The reported jokes, the most reported first. Decided ones keep their places. */
export function ReportedJokes() {
  const query = useQuery(reportedJokes);
  const { reported: entries = [], total = 0 } = query.data ?? {};
  const decisions = useDecisions();
  const decide = useDecide();
  const [takingDown, setTakingDown] = useState<readonly ReportedEntry[]>([]);
  // What was dismissed before this visit may be reported again.
  const [earlier] = useState(() => new Set(undoable(decisions)));
  const kept = new Set(
    undoable(decisions).flatMap((change) =>
      change.action === 'keep' && !earlier.has(change)
        ? change.items.map(({ joke_id }) => joke_id)
        : [],
    ),
  );
  const reported = entries.map((entry) => ({
    ...entry,
    joke: withDecisions(entry.joke, decisions),
  }));
  const isDecided = ({ joke_id, status }: ListedJoke) => kept.has(joke_id) || status !== 'approved';
  const open = jokesOf(reported).filter((joke) => !isDecided(joke));
  const selection = useSelection(open);

  const keep = (jokes: readonly ListedJoke[]) => {
    if (jokes.length > 0) void decide(newChange('keep', jokes, { reports: null }));
    selection.select(jokes, false);
  };
  const takeDown = (jokes: readonly ListedJoke[]) =>
    setTakingDown(reported.filter(({ joke }) => jokes.includes(joke)));
  useRowKeys(selection, { a: keep, r: takeDown });
  return (
    <>
      <QueryStates query={query} empty={reported.length === 0 && 'No facts are reported.'} />
      {reported.length < total && (
        <p>{`The ${reported.length} most reported of ${numberText(total)}. After deciding on these, reload the page for the next ones.`}</p>
      )}
      {reported.length > 0 && (
        <JokeTable>
          {reported.map((entry) => {
            const { joke } = entry;
            const { joke_id: id } = joke;
            const running = unansweredAction(id, decisions);
            return (
              <JokeRow
                key={id}
                joke={joke}
                kept={kept.has(id)}
                decided={isDecided(joke)}
                selection={selection}
                facts={<ReportFacts {...entry} />}
              >
                <BusyButton
                  aria-label={`Keep fact no. ${id}`}
                  busy={running !== undefined}
                  onClick={({ currentTarget }) => {
                    focusRowOf(currentTarget);
                    keep([joke]);
                  }}
                >
                  {running === 'keep' && <Ring />} <span>Keep</span>
                </BusyButton>
                <BusyButton
                  aria-label={`Take down fact no. ${id}`}
                  aria-haspopup="dialog"
                  busy={running !== undefined}
                  onClick={() => takeDown([joke])}
                >
                  {running === 'reject' && <Ring />} <span>Take down…</span>
                </BusyButton>
              </JokeRow>
            );
          })}
        </JokeTable>
      )}
      {reported.length > 0 && (
        <BulkBar
          selection={selection}
          actions={[
            { label: 'Keep', onClick: keep },
            { label: 'Take down', opensDialog: true, onClick: takeDown },
          ]}
        />
      )}
      {takingDown.length > 0 && (
        <RejectDialog
          jokes={jokesOf(takingDown)}
          verb="take down"
          reported={commonReason(takingDown)}
          revealing={jokesOf(takingDown.filter(({ reasons }) => reasons[PERSONAL_DATA] > 0))}
          onReject={(reason) => {
            const change = rejection(jokesOf(takingDown), reason);
            void decide(change);
            selection.select(change.items, false);
          }}
          onClose={() => setTakingDown([])}
        />
      )}
    </>
  );
}
