import { countText, localDayText, numberText } from '../ui/format.ts';
import { useQuery } from '@tanstack/react-query';
import { REPORT_REASONS } from 'functions/domain';
import { useState } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { Ring } from '../ui/spinner.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { undoable, useDecisions } from './decisions.ts';
import { JokeRow, JokeTable } from './joke-row.tsx';
import { REPORT_LABELS } from './labels.tsx';
import { KeysLink, useListedKeys } from './listed-keys.tsx';
import { useModeratedList } from './moderation.tsx';
import { reportedJokes, type ListedJoke, type Reports } from './moderation-queries.ts';
import { QueryStates } from './query-states.tsx';
import { REASON_KEYS } from './reject-dialog.tsx';

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
  const isOpen = ({ joke_id, status }: ListedJoke) => status === 'approved' && !kept.has(joke_id);
  const list = useModeratedList(listed, isOpen);
  const { jokes, selection, act, chosen } = list;
  const keys = useListedKeys({
    ...list.keys,
    a: ['Keep it, or the selection', () => act('keep', chosen())],
    r: [`Take it down, or the selection; ${REASON_KEYS}`, () => act('reject', chosen())],
  });
  return (
    <>
      <QueryStates query={query} empty={jokes.length === 0 && 'No facts are reported.'} />
      {jokes.length < total && (
        <p>{`The ${jokes.length} most reported of ${numberText(total)}. After deciding on these, reload the page for the next ones.`}</p>
      )}
      {jokes.length > 0 && (
        <>
          <JokeTable>
            {jokes.map((joke) => (
              <JokeRow
                key={joke.joke_id}
                joke={joke}
                kept={kept.has(joke.joke_id)}
                decided={!isOpen(joke)}
                selection={selection}
                facts={joke.reports && <ReportFacts {...joke.reports} />}
              >
                <BusyButton
                  aria-label={`Keep fact no. ${joke.joke_id}`}
                  busy={joke.running !== undefined}
                  onClick={() => act('keep', [joke])}
                >
                  {joke.running === 'keep' && <Ring />} <span>Keep</span>
                </BusyButton>
                <BusyButton
                  aria-label={`Take down fact no. ${joke.joke_id}`}
                  aria-haspopup="dialog"
                  busy={joke.running !== undefined}
                  onClick={() => act('reject', [joke])}
                >
                  {joke.running === 'reject' && <Ring />} <span>Take down…</span>
                </BusyButton>
              </JokeRow>
            ))}
          </JokeTable>
          <BulkBar
            selection={selection}
            actions={[
              { label: 'Keep', onClick: (some) => act('keep', some) },
              { label: 'Take down', opensDialog: true, onClick: (some) => act('reject', some) },
            ]}
          />
          <KeysLink onOpen={() => keys.press('?')} />
        </>
      )}
      {list.dialog}
      {keys.help}
    </>
  );
}
