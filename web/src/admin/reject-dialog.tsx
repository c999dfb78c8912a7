import type { Joke, RejectReason, ReportReason } from 'functions/contract';
import { PERSONAL_DATA, REJECT_REASONS, REPORT_REASONS } from 'functions/domain';
import { useState, type KeyboardEvent } from 'react';
import { Dialog, DialogActions, focusFirst } from '../ui/dialog.tsx';
import { shortcutOf, useShortcutSetting } from '../stores/shortcuts.ts';
import { factsText, quote } from './actions.ts';
import { Key, REJECT_LABELS } from './labels.tsx';
import styles from './dialogs.module.css';
import type { ListedJoke } from './moderation-queries.ts';

/** The keys of the reasons, for the help. */
export const REASON_KEYS = `then Enter, or 1 to ${REJECT_REASONS.length} for the reason`;

interface EraseDialogProps {
  jokes: readonly Pick<Joke, 'joke_id' | 'joke_text'>[];
  onErase: () => void;
  onClose: () => void;
}

/** Asks for confirmation before jokes with personal information are deleted for good. */
export function EraseDialog({ jokes, onErase, onClose }: EraseDialogProps) {
  const [first] = jokes;
  const one = jokes.length === 1 ? first : undefined;
  return (
    <Dialog title={`Delete ${factsText(jokes)} for good?`} onClose={onClose}>
      {one && <p className={styles.preview}>{quote(one.joke_text)}</p>}
      <p>
        {`${one ? 'It is' : 'They are'} deleted at once and everywhere, with the votes, the image ` +
          'and the text in the log. This can’t be undone. The submitter sees that the fact ' +
          'contained personal information.'}
      </p>
      <DialogActions close="Cancel" onClose={onClose}>
        <button type="button" className="button button-main" onClick={onErase}>
          Delete for good
        </button>
      </DialogActions>
    </Dialog>
  );
}

const countIn = ({ reports }: ListedJoke, reason: ReportReason) => reports?.reasons[reason] ?? 0;

/** The most frequent of the reasons for which visitors have reported every one of these facts; undefined if they share none. */
function commonReason(jokes: readonly ListedJoke[]) {
  const countOf = (reason: ReportReason) =>
    jokes.reduce((sum, joke) => sum + countIn(joke, reason), 0);
  return REPORT_REASONS.filter((reason) => jokes.every((joke) => countIn(joke, reason) > 0))
    .toSorted((a, b) => countOf(b) - countOf(a))
    .at(0);
}

interface RejectDialogProps {
  jokes: readonly ListedJoke[];
  onReject: (reason: RejectReason | undefined) => void;
  onClose: () => void;
}

/** Rejects jokes: for no reason, which has the focus, or for one of the reasons, which number keys choose. */
export function RejectDialog({ jokes, onReject, onClose }: RejectDialogProps) {
  const shortcuts = useShortcutSetting();
  const [erasing, setErasing] = useState(false);
  const [first] = jokes;
  const one = jokes.length === 1 ? first : undefined;
  const reported = commonReason(jokes);
  const revealing = jokes.filter((joke) => countIn(joke, PERSONAL_DATA) > 0);
  const choose = (reason: RejectReason) =>
    reason === PERSONAL_DATA ? setErasing(true) : onReject(reason);
  const chooseByNumber = ({ nativeEvent }: KeyboardEvent) => {
    const reason = REJECT_REASONS[Number(shortcutOf(nativeEvent)) - 1];
    if (shortcuts && reason) choose(reason);
  };
  if (erasing) {
    return <EraseDialog jokes={jokes} onErase={() => onReject(PERSONAL_DATA)} onClose={onClose} />;
  }
  const choiceOf = (isFirst: boolean) => ({
    type: 'button' as const,
    className: isFirst ? 'button button-main' : 'button',
    ref: isFirst ? focusFirst : undefined,
  });
  return (
    <Dialog
      title={`Why ${first?.reports ? 'take down' : 'reject'} ${factsText(jokes)}?`}
      onClose={onClose}
    >
      {one && (
        <p className={`${styles.preview} joke-text`} dir="auto">
          {one.joke_text}
        </p>
      )}
      {revealing.length > 0 && reported !== PERSONAL_DATA && (
        <p className="field-error">
          {`Reported because of personal information: no. ${revealing.map(({ joke_id }) => joke_id).join(', ')}.`}
        </p>
      )}
      <div className={styles.reasons} role="group" aria-label="Reasons" onKeyDown={chooseByNumber}>
        {REJECT_REASONS.map((reason, index) => (
          <button
            key={reason}
            {...choiceOf(reason === reported)}
            aria-keyshortcuts={shortcuts ? String(index + 1) : undefined}
            onClick={() => choose(reason)}
          >
            <Key name={String(index + 1)} />{' '}
            <span>
              {REJECT_LABELS[reason] +
                (reason === PERSONAL_DATA ? '…' : '') +
                (reason === reported ? ' (reported)' : '')}
            </span>
          </button>
        ))}
        <button {...choiceOf(reported === undefined)} onClick={() => onReject(undefined)}>
          No reason
        </button>
      </div>
      <p className="field-hint">
        The submitter sees the reason. Facts that contain personal information are deleted for good,
        also from the log.
      </p>
      <DialogActions close="Cancel" onClose={onClose} />
    </Dialog>
  );
}
