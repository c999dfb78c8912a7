import '../../../components/field.css';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { setShortcuts, useShortcutSetting } from '../../../stores/shortcuts.ts';

const KEYS = [
  ['A', 'Approve the fact'],
  ['R', 'Reject it; then 1 to 6 for the reason'],
  ['E', 'Edit its text; Ctrl+Enter or ⌘+Enter saves'],
  ['T', 'Choose its tags; then a letter for each, Enter to use them'],
  ['F', 'Say whether it is safe for a school class: not judged, safe, not safe'],
  ['S', 'Skip it; it comes back at the end'],
  ['Z', 'Undo; press again to undo more'],
  ['?', 'Show this help'],
] as const;

/** Explains the shortcuts, and switches them on or off. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcutSetting();
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="queue-keys">
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">
        On a touch screen, a swipe to the right approves, and one to the left asks for a reason to
        reject.
      </p>
      <label className="setting">
        <input
          type="checkbox"
          checked={shortcuts}
          onChange={({ target }) => setShortcuts(target.checked)}
        />
        Keyboard shortcuts on this device
      </label>
      <DialogActions close="Close" onClose={onClose} />
    </Dialog>
  );
}
