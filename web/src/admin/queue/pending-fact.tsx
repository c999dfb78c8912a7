import type { Hint } from 'functions/contract';
import { taggingOnApproval } from 'functions/domain';
import { useEffect, useRef } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { AdminImage } from '../admin-image.tsx';
import { announce } from '../../stores/announcement.ts';
import { LargeJoke } from '../../ui/large-joke.tsx';
import { lengthOf } from '../../ui/text-length.ts';
import { KeyedButton, LocalTime } from '../labels.tsx';
import type { PendingEntry } from '../moderation-queries.ts';
import { SimilarHead, SimilarList, TextDiff, type SimilarFacts } from '../similar-facts.tsx';
import { tagsText } from '../tags.tsx';
import { TwinChoice, type Twin } from './twins.tsx';
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
  /** the pending facts of which one is kept */
  twins: readonly Twin[];
  /** such as '5 left' */
  progress: string;
  onPress: (key: string) => void;
}

/** Rejects a fact that repeats a published one, and its pending duplicates. */
function RejectDuplicates({ entry: { joke }, similar, onPress }: PendingFactProps) {
  const { original, pending } = similar;
  if (!original) return null;
  const of = `of no. ${original.joke_id}`;
  const numbers = [joke, ...pending].map(({ joke_id }) => joke_id).join(', ');
  return (
    <div className="row">
      <KeyedButton shortcut="D" onClick={() => onPress('d')}>
        {pending.length === 0
          ? `Reject as a duplicate ${of}`
          : `Reject all ${pending.length + 1} duplicates ${of}`}
      </KeyedButton>
      {pending.length > 0 && <p className={styles.note}>{`Duplicates: no. ${numbers}`}</p>}
    </div>
  );
}

/** One fact as visitors will see it, and what helps to decide about it. Render it with a key for each fact. */
export function PendingFact(props: PendingFactProps) {
  const { entry, similar, twins, progress, onPress } = props;
  const { joke_id: id, joke_text: text, image_url: image } = entry.joke;
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  const { twin, others } = similar;
  const isChoice = (id: number) => twins.some(({ joke }) => joke.joke_id === id);
  const shownTwin = twin && !isChoice(twin.joke_id) ? twin : undefined;
  const shownOthers = others.filter(({ joke_id }) => !isChoice(joke_id));
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
  const picture =
    image === null ? undefined : (
      <AdminImage imageUrl={image} alt={`Illustration of fact no. ${id}`} />
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
      <div className={styles.body} data-has-twin={shownTwin !== undefined || twins.length > 0}>
        <div className={styles.stage}>
          {twins.length > 0 ? (
            <>
              {number}
              <TwinChoice twins={twins} onPress={onPress} />
              <p className={styles.note}>The others are rejected as its duplicates.</p>
              {picture}
            </>
          ) : (
            <LargeJoke
              text={text}
              content={
                twin && <TextDiff before={twin.joke_text} after={text} showRemoved={false} />
              }
              atOnce
              heading={number}
              image={picture}
            />
          )}
        </div>
        {shownTwin && (
          <div className={styles.twin} role="group" aria-label="The most similar fact">
            <SimilarHead joke={shownTwin} />
            <p className="joke-text" dir="auto" data-length={lengthOf(text)}>
              <TextDiff before={text} after={shownTwin.joke_text} showRemoved={false} />
            </p>
          </div>
        )}
        <aside className={styles.aside} aria-label={`About fact no. ${id}`}>
          <Objections hint={entry.hint} />
          <RejectDuplicates {...props} />
          {shownOthers.length > 0 && (
            <>
              <h3>{twin ? 'Also similar' : 'Similar facts'}</h3>
              <SimilarList text={text} similar={shownOthers} />
            </>
          )}
        </aside>
      </div>
    </section>
  );
}
