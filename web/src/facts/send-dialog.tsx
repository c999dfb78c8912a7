import type { Joke } from 'functions/contract';
import { useId, useState } from 'react';
import { copyText, CopyField } from '../ui/copy-field.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { waitFor } from '../ui/late-dialog.ts';
import { cardPath, jokePath, type CardShape } from '../paths.ts';
import { loadCard, saveCard, shareWithCard } from './card-file.ts';
import styles from './send-dialog.module.css';
import { shorten } from '../ui/format.ts';

/** Posts on some of these sites have at most 280 characters, with the link. */
const POST_LENGTH = 240;

/** The other sites' addresses that share a text and its URL, with their names. */
export function targets(text: string, url: string) {
  const post = shorten(text, POST_LENGTH);
  const address = (base: string, query: Record<string, string>) =>
    `${base}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`;
  return [
    ['WhatsApp', address('https://wa.me/', { text: `${text}\n${url}` })],
    ['Facebook', address('https://www.facebook.com/sharer/sharer.php', { u: url })],
    ['Bluesky', address('https://bsky.app/intent/compose', { text: `${post}\n${url}` })],
    ['Reddit', address('https://www.reddit.com/submit', { url, title: post })],
    ['X', address('https://x.com/intent/post', { text: post, url })],
    ['Text message', address('sms:', { body: `${text}\n${url}` })],
    [
      'E-mail',
      address('mailto:', { subject: 'A fact about Chuck Norris', body: `${text}\n\n${url}` }),
    ],
  ] as const;
}

const REFUSED = 'Your browser doesn’t allow copying. Choose a site, or save the image';
const NOT_SAVED = 'Couldn’t save the image. Please check your connection and try again';

/** What the shapes of a card are called, and their pixels. */
const SHAPES: readonly [shape: CardShape, label: string, width: number, height: number][] = [
  ['wide', 'Wide', 1_200, 630],
  ['tall', 'Tall', 1_080, 1_350],
];

/** Shows the image of a joke that will be shared, and ways to share it: with the system's sheet, by copying, on other sites. */
export default function SendDialog({ joke, onClose }: { joke: Joke; onClose: () => void }) {
  const { joke_id: id, joke_text: text } = joke;
  const name = useId();
  const [shape, setShape] = useState<CardShape>('wide');
  const [outcome, setOutcome] = useState('');
  const url = new URL(jokePath(id), location.origin).href;

  /** Says whether it was copied or saved. */
  const show = (work: Promise<void>, done: string, failed: string) => {
    setOutcome('');
    work.then(
      () => setOutcome(`✓ ${done}.`),
      () => setOutcome(`✗ ${failed}.`),
    );
  };
  const showCopied = (what: string, copied: Promise<void>) =>
    show(copied, `Copied the ${what}`, `Couldn’t copy the ${what}. ${REFUSED}`);
  const copyImage = async () => {
    // The browser waits for the image: if this script did, copying would no longer be allowed.
    const image = new ClipboardItem({ 'image/png': loadCard(id, shape) });
    await navigator.clipboard.write([image]);
  };
  const ways = [
    {
      label: 'Share',
      works: 'share' in navigator,
      use: () => waitFor(shareWithCard(id, shape, { text, url })),
    },
    {
      label: 'Copy image',
      works: 'ClipboardItem' in window,
      use: () => showCopied('image', copyImage()),
    },
    {
      label: 'Save image',
      works: true,
      use: () => show(saveCard(id, shape), 'Saved the image', NOT_SAVED),
    },
    {
      label: 'Copy text',
      works: true,
      use: () => showCopied('text', copyText(`${text}\n${url}`)),
    },
  ].filter(({ works }) => works);

  return (
    <Dialog title={`Share fact no. ${id}`} onClose={onClose}>
      <div className={styles.image}>
        {SHAPES.filter(([each]) => each === shape).map(([each, , width, height]) => (
          <img
            key={each}
            src={cardPath(id, each)}
            alt={`Fact no. ${id} as an image`}
            width={width}
            height={height}
          />
        ))}
      </div>
      <fieldset className={`${styles.shapes} row`}>
        <legend className="visually-hidden">Format</legend>
        {SHAPES.map(([each, label]) => (
          <label key={each} className="setting">
            <input
              type="radio"
              name={name}
              checked={each === shape}
              onChange={() => setShape(each)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <div className="row">
        {ways.map(({ label, use }, index) => (
          <button
            key={label}
            type="button"
            className={index === 0 ? 'button button-main' : 'link-button'}
            onClick={use}
          >
            {label}
          </button>
        ))}
      </div>
      <p className={styles.outcome} role="status">
        {outcome}
      </p>
      <CopyField label="Link" value={url} what="link" />
      <ul className={`${styles.sites} row`}>
        {targets(text, url).map(([site, href]) => (
          <li key={site}>
            <a href={href} target="_blank" rel="noopener noreferrer">
              <span>{site}</span>
              {href.startsWith('https:') && (
                <span className="visually-hidden"> (opens in a new tab)</span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <DialogActions close="Close" onClose={onClose} />
    </Dialog>
  );
}
