import type { Joke } from 'functions/contract';
import { useShortcuts } from '../stores/shortcuts.ts';
import { useRowFocus } from './row-focus.ts';

interface ListKeys {
  jokes: readonly Joke[];
  onApprove: (joke: Joke) => void;
  onOpen: (kind: 'edit' | 'reason', joke: Joke) => void;
  onSelect: (joke: Joke) => void;
  onUndo: () => void;
  onHelp: () => void;
}

/** The dashboard's keys: J and K move between the rows, the others are about the row that has the focus. */
export function useListKeys({
  jokes,
  onApprove,
  onOpen,
  onSelect,
  onUndo,
  onHelp,
}: ListKeys): void {
  const focus = useRowFocus();
  const actions: Readonly<Record<string, (joke: Joke) => void>> = {
    a: onApprove,
    e: (joke) => onOpen('edit', joke),
    r: (joke) => onOpen('reason', joke),
    x: onSelect,
  };
  useShortcuts((key) => {
    if (key === 'j') focus.step(1);
    else if (key === 'k') focus.step(-1);
    else if (key === 'z') onUndo();
    else if (key === '?') onHelp();
    else {
      const id = focus.current();
      const joke = jokes.find(({ joke_id }) => joke_id === id);
      const act = actions[key];
      if (!act || !joke) return false;
      act(joke);
    }
    return true;
  });
}
