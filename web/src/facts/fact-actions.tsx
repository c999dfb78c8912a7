import type { Joke } from 'functions/contract';
import { jokePath } from '../paths.ts';
import { Icon } from '../ui/icon.tsx';
import { useLateDialog, waitFor } from '../ui/late-dialog.ts';
import { Menu } from '../ui/menu.tsx';
import styles from './joke-rating.module.css';

interface DialogProps {
  joke: Joke;
  onClose: () => void;
}

function openSheet({ joke_id: id, joke_text: text }: Joke): void {
  const link = { text, url: new URL(jokePath(id), location.origin).href };
  waitFor(import('./card-file.ts').then((module) => module.shareWithCard(id, link)));
}

/**
 * Shares a joke: with the system's share sheet if there is one, otherwise in a dialog. A menu has what else
 * visitors can do with the joke; only one that is alone on its screen can be embedded. What opens is loaded when it is first opened.
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
        onClick={() => {
          if ('share' in navigator) openSheet(joke);
          else open(import('./send-dialog.tsx'));
        }}
      >
        <Icon name="share" />
        <span>Share</span>
      </button>
      <Menu
        label={`More about fact no. ${id}`}
        items={[
          {
            label: 'Save as image',
            onSelect: () => {
              waitFor(import('./card-file.ts').then((module) => module.saveCard(id)));
            },
          },
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
