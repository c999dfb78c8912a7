import { countText, localDayText, numberText } from '../ui/format.ts';
import { useQuery } from '@tanstack/react-query';
import { REPORT_REASONS } from 'functions/domain';
import { useState } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { Ring } from '../ui/spinner.tsx';
import type { BulkAction } from './bulk-bar.tsx';
import { undoable, useDecisions } from './decisions.ts';
import { REPORT_LABELS } from './labels.tsx';
import { ModeratedTable, type PartsOf } from './moderated-table.tsx';
import { opensDialog, useModeratedList } from './moderation.tsx';
import { reportedJokes, type Reports } from './moderation-queries.ts';
import { QueryStates } from './query-states.tsx';
import { REASON_KEYS } from './reject-dialog.tsx';

/** What can be done with a reported joke, or with several. */
const ACTIONS: readonly BulkAction[] = [
  ['keep', 'Keep'],
  ['reject', 'Take down'],
];

function ReportFacts({ total, reasons, first_reported_at, last_reported_at }: Reports) {
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

const partsOf: PartsOf = (joke, act) => ({
  facts: joke.reports && <ReportFacts {...joke.reports} />,
  buttons: ACTIONS.map(([verb, label]) => (
    <BusyButton
      key={verb}
      aria-label={`${label} fact no. ${joke.joke_id}`}
      aria-haspopup={opensDialog(verb) ? 'dialog' : undefined}
      busy={joke.running !== undefined}
      onClick={() => act(verb, [joke])}
    >
      {joke.running === verb && <Ring />} <span>{label + (opensDialog(verb) ? '…' : '')}</span>
    </BusyButton>
  )),
});

/** The reported jokes, the most reported first. Decided ones keep their places. */
export function ReportedJokes() {
  const query = useQuery(reportedJokes);
  const { jokes: listed = [], total = 0 } = query.data ?? {};
  const decisions = useDecisions();
  // What was dismissed before this visit may be reported again.
  const [earlier] = useState(() => new Set(undoable(decisions)));
  const dismissals = undoable(decisions).filter(
    (change) => change.action === 'keep' && !earlier.has(change),
  );
  const kept = new Set(dismissals.flatMap(({ items }) => items.map(({ joke_id }) => joke_id)));
  const list = useModeratedList(
    listed,
    ({ joke_id, status }) => status === 'approved' && !kept.has(joke_id),
  );
  const { act, chosen } = list;
  return (
    <>
      <QueryStates query={query} empty={listed.length === 0 && 'No facts are reported.'} />
      {listed.length < total && (
        <p>{`The ${listed.length} most reported of ${numberText(total)}. After deciding on these, reload the page for the next ones.`}</p>
      )}
      {listed.length > 0 && (
        <ModeratedTable
          list={list}
          keys={{
            a: ['Keep it, or the selection', () => act('keep', chosen())],
            r: [`Take it down, or the selection; ${REASON_KEYS}`, () => act('reject', chosen())],
          }}
          actions={ACTIONS}
          partsOf={partsOf}
          isKept={({ joke_id }) => kept.has(joke_id)}
        />
      )}
    </>
  );
}
