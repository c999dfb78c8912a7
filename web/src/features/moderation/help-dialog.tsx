import '../../ui/field.css';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { setShortcuts, useShortcutSetting } from '../../stores/shortcuts.ts';

const QUEUE_KEYS = [
  ['A', 'Approve the fact'],
  ['R', 'Reject it; then 1 to 7 for the reason'],
  ['E', 'Edit its text; Ctrl+Enter or ⌘+Enter saves'],
  ['T', 'Choose its tags; then a letter for each, Enter to use them'],
  ['F', 'Say that it is not for children, or that it is'],
  ['S', 'Skip it; it comes back at the end'],
  ['Z', 'Undo; press again to undo more'],
  ['?', 'Show this help'],
] as const;

const LIST_KEYS = [
  ['J', 'Go to the next fact'],
  ['K', 'Go to the one before'],
  ['X', 'Select it, or not'],
  ['A', 'Approve it'],
  ['R', 'Reject it; then 1 to 7 for the reason'],
  ['E', 'Edit it; Ctrl+Enter or ⌘+Enter saves'],
  ['Z', 'Undo; press again to undo more'],
  ['?', 'Show this help'],
] as const;

interface HelpDialogProps {
  /** where the shortcuts work */
  screen: 'queue' | 'list';
  onClose: () => void;
}

/** Explains the shortcuts, and switches them on or off. */
export function HelpDialog({ screen, onClose }: HelpDialogProps) {
  const keys = screen === 'queue' ? QUEUE_KEYS : LIST_KEYS;
  const shortcuts = useShortcutSetting();
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="queue-keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
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
