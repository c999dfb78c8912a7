import type { Hint } from 'functions/contract';
import { taggingOnApproval } from 'functions/domain';
import { useEffect, useRef, type ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { LargeJoke } from '../../ui/large-joke.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { lengthOf } from '../../ui/text-length.ts';
import type { SeenJoke } from '../changes.ts';
import { KeyedButton } from '../keyed-button.tsx';
import { LocalTime } from '../labels.tsx';
import type { PendingEntry } from '../moderation-queries.ts';
import { SimilarHead, SimilarList } from '../similar-list.tsx';
import { tagsText } from '../tags.tsx';
import { TextDiff } from '../text-diff.tsx';
import type { SimilarFacts } from './similar-facts.ts';
import styles from './queue.module.css';

/** The id of the heading with the fact's number. */
export const HEADING_ID = 'queue-fact';

/** The width of the image, for the `sizes` attribute. */
export const IMAGE_SIZES = '(min-width: 30rem) 20rem, calc(100vw - 2rem)';

/** Where the fact fills the window; as in the styles. */
const SMALL_SCREEN = '(max-width: 47.99rem), (max-height: 36rem)';

const OBJECTIONS = [
  { found: ({ offensive }: Hint) => offensive, label: 'Offensive' },
  { found: ({ on_topic }: Hint) => !on_topic, label: 'Off topic' },
  { found: ({ spam }: Hint) => spam, label: 'Spam' },
];

/** What the word list objects to. */
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

/** What can be done with a fact and those like it in one decision. */
interface TwinActions {
  /** Keeps the fact itself, or another, and rejects those that say the same. */
  onKeep: (kept?: SeenJoke) => void;
  /** Rejects the duplicates. */
  onRejectOthers: () => void;
}

function Twins({ similar, onKeep, onRejectOthers }: { similar: SimilarFacts } & TwinActions) {
  const { original, duplicates, rivals } = similar;
  const numbers = (some: readonly { joke_id: number }[]) =>
    `no. ${some.map(({ joke_id }) => joke_id).join(', ')}`;
  const [best] = rivals;
  if (original && duplicates.length > 0) {
    return (
      <>
        <KeyedButton shortcut="D" onClick={onRejectOthers}>
          {`Reject all ${duplicates.length} duplicates of no. ${original.joke_id}`}
        </KeyedButton>
        <p className={styles.note}>{`That is ${numbers(duplicates)}.`}</p>
      </>
    );
  }
  if (!best) return null;
  return (
    <>
      <p className={styles.note}>
        {`Nothing like this is published. Pending too: ${numbers(rivals)}.`}
      </p>
      <KeyedButton shortcut="K" onClick={() => onKeep()}>
        Keep this one
      </KeyedButton>
      <KeyedButton onClick={() => onKeep(best)}>{`Keep no. ${best.joke_id}`}</KeyedButton>
      <KeyedButton shortcut="D" onClick={onRejectOthers}>
        {rivals.length === 1 ? 'Reject the other' : 'Reject the others'}
      </KeyedButton>
    </>
  );
}

interface PendingFactProps extends TwinActions {
  entry: PendingEntry;
  similar: SimilarFacts;
  /** how far the moderator is, such as '5 of 300' */
  progress: string;
  /** the form that replaces the text */
  editor: ReactNode;
}

/** The tags with which a fact is approved, and whether it is for children. */
export function taggedAs({ joke, hint }: PendingEntry) {
  return taggingOnApproval(joke, hint);
}

/** One fact as visitors will see it, and what is known about it. Rendered with a key, so that nothing of another one stays. */
export function PendingFact(props: PendingFactProps) {
  const { entry, similar, progress, editor } = props;
  const { joke_id: id, joke_text: text, image_url: image } = entry.joke;
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  const { twin, others } = similar;
  const { tags, safe } = taggedAs(entry);

  useEffect(() => {
    const { activeElement } = document;
    // The fact is what the moderator came for, and the heading of the one before has disappeared.
    if (activeElement === document.body || activeElement?.matches('h1')) {
      heading.current?.focus({ preventScroll: true });
    }
    const stepAside = () => {
      const top = section.current?.getBoundingClientRect().top ?? 0;
      if (top < 0 || window.matchMedia(SMALL_SCREEN).matches) section.current?.scrollIntoView();
    };
    stepAside();
    // A phone that is turned keeps the buttons in the window.
    const portrait = window.matchMedia('(orientation: portrait)');
    portrait.addEventListener('change', stepAside);
    return () => portrait.removeEventListener('change', stepAside);
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
      <div className={styles.body} data-has-twin={twin !== undefined && editor === undefined}>
        <div className={styles.stage}>
          {editor !== undefined ? (
            <>
              {number}
              <div>{editor}</div>
            </>
          ) : (
            <LargeJoke
              text={text}
              marked={twin && <TextDiff before={twin.joke_text} after={text} showRemoved={false} />}
              atOnce
              heading={number}
              image={
                image === null ? undefined : (
                  <ResponsiveImage
                    imageUrl={image}
                    alt={`Illustration of fact no. ${id}`}
                    sizes={IMAGE_SIZES}
                    lazy={false}
                  />
                )
              }
            />
          )}
        </div>
        {twin && editor === undefined && (
          <div className={styles.twin} role="group" aria-label="The most similar fact">
            <SimilarHead joke={twin} />
            <p className="joke-text" dir="auto" data-length={lengthOf(text)}>
              <TextDiff before={text} after={twin.joke_text} showRemoved={false} />
            </p>
          </div>
        )}
        {editor === undefined && (
          <aside className={styles.aside} aria-label={`About fact no. ${id}`}>
            <Objections hint={entry.hint} />
            <div className="row">
              <Twins {...props} />
            </div>
            {others.length > 0 && (
              <>
                <h3>{twin ? 'Also similar' : 'Similar facts'}</h3>
                <SimilarList text={text} similar={others} />
              </>
            )}
          </aside>
        )}
      </div>
    </section>
  );
}
