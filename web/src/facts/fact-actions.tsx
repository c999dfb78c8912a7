import type { Joke } from 'functions/contract';
import { Icon } from '../ui/icon.tsx';
import { useLateDialog } from '../ui/late-dialog.ts';
import { Menu } from '../ui/menu.tsx';
import styles from './joke-rating.module.css';

interface DialogProps {
  joke: Joke;
  onClose: () => void;
}

/**
 * Shares a joke in a dialog. A menu has what else visitors can do with the joke; only one that is alone on its screen
 * can be embedded. What opens is loaded when it is first opened.
 */
export function FactActions({ joke, alone }: { joke: Joke; alone: boolean }) {
  const { Dialog, open, close } = useLateDialog<DialogProps>();
  const id = joke.joke_id;
  return (
    <div className={`${styles.actions} row`}>
      <button
        type="button"
        className={styles.send}
        aria-label={`Share fact no. ${id}`}
        onClick={() => open(import('./send-dialog.tsx'))}
      >
        <Icon name="share" />
        <span>Share</span>
      </button>
      <Menu
        label={`More about fact no. ${id}`}
        items={[
          ...(alone
            ? [{ label: 'Embed', onSelect: () => open(import('./embed-dialog.tsx')) }]
            : []),
          { label: 'Report', onSelect: () => open(import('./report-dialog.tsx')) },
        ]}
      />
      {Dialog && <Dialog joke={joke} onClose={close} />}
    </div>
  );
}
