import { type Joke, type RejectReason } from 'functions/contract';
import { REJECT_REASONS } from 'functions/domain';
import type { FormEvent } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import '../../components/field.css';
import { textOf } from '../../components/text-field.tsx';
import { REJECT_LABELS } from './reasons.ts';

interface RejectDialogProps {
  jokes: readonly Joke[];
  onReject: (reason: RejectReason | undefined) => void;
  onClose: () => void;
}

/** Asks why jokes are rejected. */
export function RejectDialog({ jokes, onReject, onClose }: RejectDialogProps) {
  const [first] = jokes;
  const one = jokes.length === 1 ? first : undefined;
  const reject = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = textOf(new FormData(event.currentTarget), 'reason');
    onClose();
    onReject(REJECT_REASONS.find((each) => each === reason));
  };
  return (
    <Dialog
      title={one ? `Reject fact no. ${one.joke_id}` : `Reject ${jokes.length} facts`}
      onClose={onClose}
    >
      <form onSubmit={reject}>
        {one && (
          <p className="preview-text" dir="auto">
            {one.joke_text}
          </p>
        )}
        <label className="field-label" htmlFor="reject-reason">
          Reason
        </label>
        <select
          className="field"
          id="reject-reason"
          name="reason"
          aria-describedby="reject-reason-hint"
        >
          <option value="">No reason</option>
          {REJECT_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {REJECT_LABELS[reason]}
            </option>
          ))}
        </select>
        <p className="field-hint" id="reject-reason-hint">
          The submitter sees the reason.
        </p>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-main">
            {one ? 'Reject' : `Reject ${jokes.length}`}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
