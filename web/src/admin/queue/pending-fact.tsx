import type { Hint } from 'functions/contract';
import { taggingOnApproval } from 'functions/domain';
import { useEffect, useRef } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { AdminImage } from '../admin-image.tsx';
import { announce } from '../../stores/announcement.ts';
import { LargeJoke } from '../../ui/large-joke.tsx';
import { lengthOf } from '../../ui/text-length.ts';
import type { SeenJoke } from '../changes.ts';
import { KeyedButton, LocalTime } from '../labels.tsx';
import type { PendingEntry } from '../moderation-queries.ts';
import { SimilarHead, SimilarList, TextDiff, type SimilarFacts } from '../similar-facts.tsx';
import { tagsText } from '../tags.tsx';
import styles from './queue.module.css';

const HEADING_ID = 'queue-fact';

/** Where the fact fills the window; the same as in the styles. */
const SMALL_SCREEN = '(max-width: 47.99rem), (max-height: 36rem)';

const OBJECTIONS = [
  { found: ({ offensive }: Hint) => offensive, label: 'Offensive' },
  { found: ({ on_topic }: Hint) => !on_topic, label: 'Off topic' },
  { found: ({ spam }: Hint) => spam, label: 'Spam' },
];

function Objections({ hint }: { hint: Hint }) {
  const objections = OBJECTIONS.filter(({ found }) => found(hint));
  if (objections.length === 0) return null;
  return (
    <p className={styles.hint}>
      Hint:{' '}
      {objections.map(({ label }) => (
        <Badge key={label} tone="bad" label={label} />
      ))}{' '}
      <span>{hint.reason}</span>
    </p>
  );
}

interface PendingFactProps {
  entry: PendingEntry;
  similar: SimilarFacts;
  /** such as '5 of 300' */
  progress: string;
  /** Keeps the fact itself, or another one, and rejects its duplicates. */
  onKeep: (kept?: SeenJoke) => void;
  /** Rejects the duplicates; the fact itself too, if it repeats a published one. */
  onRejectOthers: () => void;
}

function SimilarActions({ entry, similar, onKeep, onRejectOthers }: PendingFactProps) {
  const { original, pending } = similar;
  const [best] = pending;
  if (!best) return null;
  const numbers = (facts: readonly { joke_id: number }[]) =>
    `no. ${facts.map(({ joke_id }) => joke_id).join(', ')}`;
  if (original) {
    return (
      <>
        <KeyedButton shortcut="D" onClick={onRejectOthers}>
          {`Reject all ${pending.length + 1} duplicates of no. ${original.joke_id}`}
        </KeyedButton>
        <p className={styles.note}>{`Duplicates: ${numbers([entry.joke, ...pending])}`}</p>
      </>
    );
  }
  return (
    <>
      <p className={styles.note}>
        {`Nothing like this is published. Pending too: ${numbers(pending)}.`}
      </p>
      <KeyedButton shortcut="K" onClick={() => onKeep()}>
        Keep this one
      </KeyedButton>
      <KeyedButton onClick={() => onKeep(best)}>{`Keep no. ${best.joke_id}`}</KeyedButton>
      <KeyedButton shortcut="D" onClick={onRejectOthers}>
        {pending.length === 1 ? 'Reject the other' : 'Reject the others'}
      </KeyedButton>
    </>
  );
}

/** One fact as visitors will see it, and what helps to decide about it. Render it with a key for each fact. */
export function PendingFact(props: PendingFactProps) {
  const { entry, similar, progress } = props;
  const { joke_id: id, joke_text: text, image_url: image } = entry.joke;
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  const { twin, others } = similar;
  const { tags, safe } = taggingOnApproval(entry.joke, entry.hint);

  useEffect(() => announce(`Fact no. ${id}. ${text}`), [id, text]);
  useEffect(() => {
    const { activeElement } = document;
    // Only if nothing else has the focus, for example after the previous fact has disappeared.
    if (activeElement === document.body || activeElement?.matches('h1')) {
      heading.current?.focus({ preventScroll: true });
    }
    const showFact = () => {
      const top = section.current?.getBoundingClientRect().top ?? 0;
      if (top < 0 || window.matchMedia(SMALL_SCREEN).matches) section.current?.scrollIntoView();
    };
    showFact();
    // On a phone that is turned, the buttons stay in the window.
    const portrait = window.matchMedia('(orientation: portrait)');
    portrait.addEventListener('change', showFact);
    return () => portrait.removeEventListener('change', showFact);
  }, []);

  const number = (
    <h2 className="joke-number" id={HEADING_ID} tabIndex={-1} ref={heading}>
      {`Fact no. ${id}`}
    </h2>
  );
  return (
    <section className={styles.fact} aria-labelledby={HEADING_ID} data-joke-id={id} ref={section}>
      <div className={`${styles.about} row`}>
        <span className={styles.progress}>{progress}</span>
        <span>
          {'submitted '}
          <LocalTime at={entry.submitted_at} />
        </span>
        {tags.length > 0 && <span>{`Tags: ${tagsText(tags)}`}</span>}
        {!safe && <Badge tone="neutral" label="Not for children" />}
      </div>
      <div className={styles.body} data-has-twin={twin !== undefined}>
        <div className={styles.stage}>
          <LargeJoke
            text={text}
            marked={twin && <TextDiff before={twin.joke_text} after={text} showRemoved={false} />}
            atOnce
            heading={number}
            image={
              image === null ? undefined : (
                <AdminImage imageUrl={image} alt={`Illustration of fact no. ${id}`} />
              )
            }
          />
        </div>
        {twin && (
          <div className={styles.twin} role="group" aria-label="The most similar fact">
            <SimilarHead joke={twin} />
            <p className="joke-text" dir="auto" data-length={lengthOf(text)}>
              <TextDiff before={text} after={twin.joke_text} showRemoved={false} />
            </p>
          </div>
        )}
        <aside className={styles.aside} aria-label={`About fact no. ${id}`}>
          <Objections hint={entry.hint} />
          <div className="row">
            <SimilarActions {...props} />
          </div>
          {others.length > 0 && (
            <>
              <h3>{twin ? 'Also similar' : 'Similar facts'}</h3>
              <SimilarList text={text} similar={others} />
            </>
          )}
        </aside>
      </div>
    </section>
  );
}
