import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChosenVotes, EndpointInput, EndpointOutput } from 'functions/contract';
import { DISCARD_REASONS } from 'functions/domain';
import { useId, useState, type FormEvent } from 'react';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/failure.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import '../../../components/field.css';
import { Ring } from '../../../components/spinner.tsx';
import { REASON_LABELS } from '../labels.tsx';
import { updateJoke } from '../moderation-queries.ts';
import { countVotes, firstTime, groupName, previewText, timeOf } from './choice.ts';
import { unusualJokes, votesOf } from './vote-queries.ts';

const ALL_STARS = [1, 2, 3, 4, 5];

type Reason = EndpointInput<'discardVotes'>['body']['reason'];

interface DiscardFormProps {
  votes: EndpointOutput<'getVotes'>;
  /** called when votes were discarded, with what confirms it */
  onDiscarded: (text: string) => void;
}

/** Chooses votes, shows what discarding them would change, and discards them. */
export function DiscardForm({ votes, onDiscarded }: DiscardFormProps) {
  const id = votes.joke.joke_id;
  const client = useQueryClient();
  const fieldId = useId();
  const [time, setTime] = useState(() => firstTime(votes, Date.now()));
  const [stars, setStars] = useState<readonly number[]>(ALL_STARS);
  const [group, setGroup] = useState<number | null>(null);
  const [reason, setReason] = useState<Reason>();
  const choice: ChosenVotes = {
    from: timeOf(time.from),
    to: timeOf(time.to),
    stars: [...stars],
    group,
  };

  const preview = useMutation({
    mutationFn: (chosen: ChosenVotes) =>
      call('previewDiscard', { params: { id }, body: { choice: chosen } }),
  });
  const discard = useMutation({
    mutationFn: (chosen: ChosenVotes) =>
      call('discardVotes', { params: { id }, body: { choice: chosen, ...(reason && { reason }) } }),
    onSuccess: async (receipt) => {
      const { num_votes = 0, rating = 0 } = preview.data?.after ?? {};
      updateJoke(client, id, { num_votes, rating });
      preview.reset();
      onDiscarded(`Discarded ${countVotes(receipt.votes)} of fact no. ${id}.`);
      await client.invalidateQueries({ queryKey: unusualJokes.queryKey });
      await client.invalidateQueries({ queryKey: votesOf(id).queryKey });
    },
    // Another moderator may have been faster.
    onError: () => client.invalidateQueries({ queryKey: votesOf(id).queryKey }),
  });
  const busy = preview.isPending || discard.isPending;
  const failure = discard.error ?? preview.error;
  const found = preview.data;

  /** What was previewed is no longer what is chosen. */
  const change = (apply: () => void) => {
    apply();
    preview.reset();
    discard.reset();
  };
  const toggle = (star: number) =>
    setStars(stars.includes(star) ? stars.filter((each) => each !== star) : [...stars, star]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    discard.reset();
    preview.mutate(choice);
  };
  const groups = votes.groups.filter((each) => each.group !== null);
  return (
    <form className="discard-form" onSubmit={submit}>
      <h3>Discard votes</h3>
      <p className="field-hint">
        Discarded votes no longer count. Nobody votes again, and the log can undo it. Times are in
        UTC.
      </p>
      <div className="discard-fields">
        {(['from', 'to'] as const).map((end) => (
          <div key={end}>
            <label className="field-label" htmlFor={`${fieldId}-${end}`}>
              {end === 'from' ? 'From' : 'To'}
            </label>
            <input
              className="field"
              id={`${fieldId}-${end}`}
              type="datetime-local"
              required
              value={time[end]}
              onChange={({ target }) => change(() => setTime({ ...time, [end]: target.value }))}
            />
          </div>
        ))}
        <div>
          <label className="field-label" htmlFor={`${fieldId}-group`}>
            Networks
          </label>
          <select
            className="field"
            id={`${fieldId}-group`}
            value={group ?? ''}
            onChange={({ target }) =>
              change(() => setGroup(target.value === '' ? null : Number(target.value)))
            }
          >
            <option value="">All</option>
            {groups.map((each) => (
              <option key={each.group} value={each.group ?? ''}>
                {groupName(each.group)}, {countVotes(each.votes)}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label className="field-label" htmlFor={`${fieldId}-reason`}>
            Reason
          </label>
          <select
            className="field"
            id={`${fieldId}-reason`}
            value={reason ?? ''}
            onChange={({ target }) =>
              setReason(DISCARD_REASONS.find((each) => each === target.value))
            }
          >
            <option value="">None</option>
            {DISCARD_REASONS.map((each) => (
              <option key={each} value={each}>
                {REASON_LABELS[each]}
              </option>
            ))}
          </select>
        </div>
      </div>
      <fieldset className="discard-stars">
        <legend className="field-label">Stars</legend>
        {ALL_STARS.map((star) => (
          <label className="setting" key={star}>
            <input
              type="checkbox"
              checked={stars.includes(star)}
              onChange={() => change(() => toggle(star))}
            />
            {star} ★
          </label>
        ))}
      </fieldset>
      <p className="discard-preview" role="status">
        {found && previewText(found)}
      </p>
      {failure && (
        <p className="field-error" role="alert">
          Error: {messageOf(failure)}
        </p>
      )}
      <div className="dialog-actions">
        <BusyButton type="submit" busy={busy}>
          {preview.isPending && <Ring />} Preview
        </BusyButton>
        <BusyButton
          className="button button-main"
          busy={busy || !found || found.votes === 0}
          onClick={() => discard.mutate(choice)}
        >
          {discard.isPending && <Ring />} Discard {found ? countVotes(found.votes) : 'votes'}
        </BusyButton>
      </div>
    </form>
  );
}
