import { useState } from 'react';
import { useKeys, type Keys } from '../stores/shortcuts.ts';
import KeysDialog from '../ui/keys-dialog.tsx';

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
