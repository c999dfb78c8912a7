import { type Joke, type ReportedJoke } from 'functions/contract';
import { REPORT_REASONS } from 'functions/domain';
import { Badge } from '../../components/badge.tsx';
import { BusyButton } from '../../components/busy-button.tsx';
import { Ring } from '../../components/spinner.tsx';
import { dateOf, JokeNumber, JokeStatus, SelectRow, type JokeRowProps } from './joke-row.tsx';
import { REPORT_LABELS } from './reasons.ts';
import type { RowState } from './use-decisions.ts';

interface ReportedCardProps extends Pick<JokeRowProps, 'row' | 'onUndo' | 'selected' | 'onSelect'> {
  entry: ReportedJoke;
  onKeep: (joke: Joke, button: HTMLElement, options: FocusOptions) => void;
  onTakeDown: (joke: Joke) => void;
}

/** When it was reported: on one day, or between two. */
function Dates({ first, last }: { first: string; last: string }) {
  const [from, to] = [dateOf(first), dateOf(last)];
  return <span>{from === to ? from : `${from} to ${to}`}</span>;
}

/** Whether nothing is left to decide about a reported joke. */
export function isDecided(joke: Joke, row: RowState): boolean {
  return row.deleted || row.kept === true || joke.status !== 'approved';
}

/** A reported joke: how often for which reason, and what to do about it. */
export function ReportedCard({
  entry,
  row,
  onKeep,
  onTakeDown,
  onUndo,
  ...selection
}: ReportedCardProps) {
  const { joke, reasons, total } = entry;
  const id = joke.joke_id;
  const decided = isDecided(joke, row);
  const busy = row.task !== undefined;
  return (
    <li data-joke-id={id} data-selected={selection.selected}>
      <div className="joke-card-head">
        <div className="row-number">
          <SelectRow joke={joke} disabled={decided} {...selection} />
          <b>
            Fact no. <JokeNumber joke={joke} row={row} />
          </b>
        </div>
        {row.kept ? (
          <Badge label="Kept" tone="good" />
        ) : (
          <JokeStatus joke={joke} row={row} onUndo={onUndo} />
        )}
      </div>
      <p className="moderated-text" dir="auto">
        {joke.joke_text}
      </p>
      {row.failure === undefined ? (
        <p className="joke-facts">
          <span>{total === 1 ? '1 report' : `${total} reports`}</span>
          <Dates first={entry.first_reported_at} last={entry.last_reported_at} />
        </p>
      ) : (
        <p className="joke-facts joke-failure">{row.failure}</p>
      )}
      <ul className="report-reasons" aria-label={`Why fact no. ${id} was reported`}>
        {REPORT_REASONS.filter((reason) => reasons[reason] > 0).map((reason) => (
          <li key={reason}>
            {REPORT_LABELS[reason]} <b>{reasons[reason]}</b>
          </li>
        ))}
      </ul>
      <div className="joke-actions report-actions" inert={decided}>
        <BusyButton
          data-action="keep"
          aria-label={`Keep fact no. ${id}`}
          busy={busy}
          onClick={({ currentTarget, detail }) =>
            onKeep(joke, currentTarget, { preventScroll: detail > 0 })
          }
        >
          {row.task === 'keep' && <Ring />} Keep
        </BusyButton>
        <BusyButton
          data-action="take-down"
          aria-label={`Take down fact no. ${id}`}
          aria-haspopup="dialog"
          busy={busy}
          onClick={() => onTakeDown(joke)}
        >
          {row.task === 'reject' && <Ring />} Take down…
        </BusyButton>
      </div>
    </li>
  );
}
