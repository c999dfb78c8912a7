import { useState } from 'react';
import { setShortcuts, useKeys, useShortcutSetting, type Keys } from '../stores/shortcuts.ts';
import { Dialog, DialogActions } from './dialog.tsx';
import styles from './keys-dialog.module.css';

interface KeysDialogProps {
  /** each key and its meaning */
  keys: readonly (readonly [key: string, meaning: string])[];
  onClose: () => void;
}

/** Lists the keys of a screen, and switches them on or off, as WCAG 2.1.4 requires. */
export default function KeysDialog({ keys, onClose }: KeysDialogProps) {
  const shortcuts = useShortcutSetting();
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.keys}>
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

/**
 * Handles the keys of a screen, and lists them after `?`.
 * @returns a function that does what a key does, for buttons, and the list while it is open
 */
export function useListedKeys(keys: Keys) {
  const [isOpen, setOpen] = useState(false);
  const all: Keys = { ...keys, '?': ['Show this help', () => setOpen(true)] };
  useKeys(all);
  const listed = Object.entries(all).map(
    ([key, [meaning]]) => [key.toUpperCase(), meaning] as const,
  );
  return {
    press: (key: string) => all[key]?.[1](),
    help: isOpen && <KeysDialog keys={listed} onClose={() => setOpen(false)} />,
  };
}
