import { type RejectReason } from 'functions/contract';
import { REJECT_REASONS } from 'functions/domain';
import type { KeyboardEvent } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { REJECT_LABELS } from '../reasons.ts';
import { shortcutOf, useShortcutSetting } from '../../../stores/shortcuts.ts';
import { review } from './use-review.ts';

/** Rejects the current fact with one of the reasons, which can be chosen by number. */
export function RejectDialog({ jokeId, onClose }: { jokeId: number; onClose: () => void }) {
  const shortcuts = useShortcutSetting();
  const reject = (reason: RejectReason) => {
    onClose();
    review.decide('reject', reason);
  };
  const chooseByNumber = ({ nativeEvent }: KeyboardEvent) => {
    const reason = REJECT_REASONS[Number(shortcutOf(nativeEvent)) - 1];
    if (shortcuts && reason) reject(reason);
  };
  return (
    <Dialog title={`Why reject fact no. ${jokeId}?`} onClose={onClose}>
      <div className="queue-reasons" role="group" aria-label="Reasons" onKeyDown={chooseByNumber}>
        {REJECT_REASONS.map((reason, index) => (
          <button
            key={reason}
            type="button"
            className="button"
            aria-keyshortcuts={shortcuts ? String(index + 1) : undefined}
            onClick={() => reject(reason)}
          >
            {shortcuts && <kbd aria-hidden="true">{index + 1}</kbd>}
            {REJECT_LABELS[reason]}
          </button>
        ))}
      </div>
      <p className="field-hint">The submitter sees the reason.</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
