import type { Joke } from 'functions/contract';
import { useState, type ComponentType } from 'react';
import { jokePath } from '../../paths.ts';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { useHydrated } from '../../components/use-hydrated.ts';
import { announce } from '../../stores/announcement.ts';
import './share-buttons.css';

/** How long the button shows the result of copying, in milliseconds. */
const SHOWN_MS = 2_000;

/** What the button shows before copying and after each result. */
const COPY = {
  none: { label: 'Copy', icon: 'copy' },
  copied: { label: '✓ Copied', icon: 'approve' },
  failed: { label: '✗ Not copied', icon: 'reject' },
} as const;

function jokeUrl(joke: Joke): string {
  return new URL(jokePath(joke.joke_id), location.origin).href;
}

interface Dialog {
  default: ComponentType<{ joke: Joke; onClose: () => void }>;
}

const NOT_LOADED =
  'Couldn’t load this. Please check your connection, reload the page and try again.';

/** What else visitors can do with a joke. What opens there is loaded when it is first opened. */
function FactMenu({ joke }: { joke: Joke }) {
  const [dialog, setDialog] = useState<Dialog>();
  const number = `fact no. ${joke.joke_id}`;
  const fail = () => window.alert(NOT_LOADED);
  const open = (loading: Promise<Dialog>) => {
    loading.then(setDialog, fail);
  };
  return (
    <>
      <Menu
        label={`More about ${number}`}
        items={[
          {
            label: 'Save card',
            onSelect: () => {
              import('./share-card.ts').then((module) => module.saveCard(joke.joke_id)).catch(fail);
            },
          },
          { label: 'Embed', onSelect: () => open(import('./embed/embed-dialog.tsx')) },
          { label: 'Report', onSelect: () => open(import('./report/report-dialog.tsx')) },
        ]}
      />
      {dialog && <dialog.default joke={joke} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/**
 * Copies a joke's text and URL to the clipboard, or shares them and its card with the system's share sheet
 * if there is one. A menu has what else visitors can do with the joke.
 */
export function ShareButtons({ joke }: { joke: Joke }) {
  const [copy, setCopy] = useState<keyof typeof COPY>('none');
  const hydrated = useHydrated();
  const number = `fact no. ${joke.joke_id}`;

  const show = (result: keyof typeof COPY, announcement: string) => {
    setCopy(result);
    announce(announcement);
    setTimeout(() => setCopy('none'), SHOWN_MS);
  };
  const onCopy = () => {
    navigator.clipboard.writeText(`${joke.joke_text}\n${jokeUrl(joke)}`).then(
      () => show('copied', `Copied ${number}.`),
      () => show('failed', `Couldn’t copy ${number}.`),
    );
  };
  const onShare = () => {
    const link = { text: joke.joke_text, url: jokeUrl(joke) };
    import('./share-card.ts')
      .then((module) => module.shareWithCard(joke.joke_id, link))
      // Offline, there is no card, and nothing that loads one.
      .catch(() => navigator.share(link).catch(() => undefined));
  };

  return (
    <div className="share">
      <button
        type="button"
        className="share-button"
        aria-label={`${COPY[copy].label} ${number}`}
        onClick={onCopy}
      >
        <Icon name={COPY[copy].icon} />
        <span className="share-label">{COPY[copy].label}</span>
      </button>
      {hydrated && 'share' in navigator && (
        <button
          type="button"
          className="share-button"
          aria-label={`Share ${number}`}
          onClick={onShare}
        >
          <Icon name="share" />
          <span className="share-label">Share</span>
        </button>
      )}
      <FactMenu joke={joke} />
    </div>
  );
}
