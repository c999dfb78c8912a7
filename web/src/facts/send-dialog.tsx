import type { Joke } from 'functions/contract';
import { useState } from 'react';
import { copyText, CopyField } from '../ui/copy-field.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { jokePath } from '../paths.ts';
import { loadCard } from './card-file.ts';
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

const REFUSED = 'Your browser doesn’t allow copying. Choose a site, or save the image.';

/** Ways to share a joke in a browser without a share sheet: copying, and other sites. */
export default function SendDialog({ joke, onClose }: { joke: Joke; onClose: () => void }) {
  const { joke_id: id, joke_text: text } = joke;
  const [outcome, setOutcome] = useState('');
  const url = new URL(jokePath(id), location.origin).href;

  /** @param copied resolves when it is in the clipboard */
  const show = (what: string, copied: Promise<void>) => {
    setOutcome('');
    copied.then(
      () => setOutcome(`✓ Copied the ${what}.`),
      () => setOutcome(`✗ Couldn’t copy the ${what}. ${REFUSED}`),
    );
  };
  const copyImage = async () => {
    // The browser waits for the image: if this script did, copying would no longer be allowed.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': loadCard(id) })]);
  };

  return (
    <Dialog title={`Share fact no. ${id}`} onClose={onClose}>
      <CopyField label="Link" value={url} what="link" />
      <ul className={styles.ways}>
        <li>
          <button
            type="button"
            className="button"
            onClick={() => show('text', copyText(`${text}\n${url}`))}
          >
            Copy text
          </button>
        </li>
        {'ClipboardItem' in window && (
          <li>
            <button type="button" className="button" onClick={() => show('image', copyImage())}>
              Copy image
            </button>
          </li>
        )}
        {targets(text, url).map(([name, href]) => (
          <li key={name}>
            <a className="button" href={href} target="_blank" rel="noopener noreferrer">
              <span>{name}</span>
              {href.startsWith('https:') && (
                <span className="visually-hidden"> (opens in a new tab)</span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <p className={styles.outcome} role="status">
        {outcome}
      </p>
      <DialogActions close="Close" onClose={onClose} />
    </Dialog>
  );
}
