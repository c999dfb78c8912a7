import { REPORT_REASONS, type Joke, type ReportedJoke } from 'functions/contract';
import { Badge } from '../../components/badge.tsx';
import { BusyButton } from '../../components/busy-button.tsx';
import { Ring } from '../../components/spinner.tsx';
import { dateOf, JokeNumber, JokeStatus, type JokeRowProps } from './joke-row.tsx';
import { REPORT_LABELS } from './reasons.ts';

interface ReportedCardProps extends Pick<JokeRowProps, 'row' | 'onUndo'> {
  entry: ReportedJoke;
  onKeep: (joke: Joke, button: HTMLElement, options: FocusOptions) => void;
  onTakeDown: (joke: Joke) => void;
}

/** When it was reported: on one day, or between two. */
function Dates({ first, last }: { first: string; last: string }) {
  const [from, to] = [dateOf(first), dateOf(last)];
  return <span>{from === to ? from : `${from} to ${to}`}</span>;
}

/** A reported joke: how often for which reason, and what to do about it. */
export function ReportedCard({ entry, row, onKeep, onTakeDown, onUndo }: ReportedCardProps) {
  const { joke, reasons, total } = entry;
  const id = joke.joke_id;
  const isDecided = row.deleted || row.kept === true || joke.status !== 'approved';
  const busy = row.task !== undefined;
  return (
    <li data-joke-id={id}>
      <div className="joke-card-head">
        <b>
          Fact no. <JokeNumber joke={joke} row={row} />
        </b>
        {row.kept ? (
          <Badge label="Kept" tone="good" />
        ) : (
          <JokeStatus joke={joke} row={row} onUndo={onUndo} />
        )}
      </div>
      <p className="moderated-text" dir="auto">
        {joke.joke_text}
      </p>
      <p className="joke-facts">
        <span>{total === 1 ? '1 report' : `${total} reports`}</span>
        <Dates first={entry.first_reported_at} last={entry.last_reported_at} />
      </p>
      <ul className="report-reasons" aria-label={`Why fact no. ${id} was reported`}>
        {REPORT_REASONS.filter((reason) => reasons[reason] > 0).map((reason) => (
          <li key={reason}>
            {REPORT_LABELS[reason]} <b>{reasons[reason]}</b>
          </li>
        ))}
      </ul>
      <div className="joke-actions report-actions" inert={isDecided}>
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
