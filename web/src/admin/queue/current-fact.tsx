import type { QueueEntry } from 'functions/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import KeysDialog from '../../ui/keys-dialog.tsx';
import { LargeJoke } from '../../ui/large-joke.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { lengthOf } from '../../ui/text-length.ts';
import { announce } from '../../stores/announcement.ts';
import { useShortcuts } from '../../stores/shortcuts.ts';
import { EditForm } from '../edit-form.tsx';
import { QUEUE_KEYS } from '../keys.ts';
import { LocalTime } from '../labels.tsx';
import { RejectDialog } from '../reject-dialog.tsx';
import { SimilarHead } from '../similar-list.tsx';
import { TagsDialog } from '../tags/tags-dialog.tsx';
import { TextDiff } from '../text-diff.tsx';
import { FactTags } from './fact-tags.tsx';
import { BUTTONS, QueueBar, type QueueAction } from './queue-bar.tsx';
import { useReview } from './review.ts';
import { countOf, likenessOf, taggedAs } from './visit.ts';
import { SimilarFacts } from './similar-facts.tsx';

/** The width of the image, for the `sizes` attribute. */
export const IMAGE_SIZES = '(min-width: 30rem) 20rem, calc(100vw - 2rem)';

/** Where the fact fills the window; as in the styles. */
const SMALL_SCREEN = '(max-width: 47.99rem), (max-height: 34rem)';

/** Scrolls to the start of a fact, on a small screen past the header. */
function stepAside(section: HTMLElement | null): void {
  if (section === null) return;
  const { top } = section.getBoundingClientRect();
  if (top < 0 || window.matchMedia(SMALL_SCREEN).matches) section.scrollIntoView();
}

/** One fact as visitors will see it, what is known about it, and everything that can be done with it. */
export function CurrentFact({ entry }: { entry: QueueEntry }) {
  const { joke, submitted_at } = entry;
  const { joke_id: id } = joke;
  const [review, state] = useReview();
  const [mode, setMode] = useState<QueueAction | 'tags'>();
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // A screen's heading has the focus after a navigation; the fact is what the moderator came for.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.matches('h1')) heading.current?.focus();
    // A phone that is turned keeps the buttons in the window.
    const portrait = window.matchMedia('(orientation: portrait)');
    const turned = () => stepAside(section.current);
    portrait.addEventListener('change', turned);
    return () => portrait.removeEventListener('change', turned);
  }, []);
  useLayoutEffect(() => {
    // The next fact starts at its beginning.
    for (const each of [body.current, stage.current]) each?.scrollTo(0, 0);
    stepAside(section.current);
  }, [id]);

  const act = (action: QueueAction) => {
    if (action === 'approve') review.decide('approve', [joke]);
    else if (action === 'skip') review.skip(joke);
    else setMode(action);
  };
  const tagged = taggedAs(entry, state);
  useShortcuts((key) => {
    const pressed = BUTTONS.find(({ shortcut }) => shortcut.toLowerCase() === key);
    if (mode !== undefined || (!pressed && !'ztf'.includes(key))) return false;
    if (pressed) act(pressed.action);
    else if (key === 't') setMode('tags');
    else if (key === 'f') {
      review.tag(joke, { safe: !tagged.safe });
      announce(tagged.safe ? 'Not for children.' : 'For children, too.');
    } else review.undo();
    return true;
  });
  const likeness = likenessOf(entry, state);
  const { twin } = likeness;
  const endEditing = () => {
    // The heading of the fact replaces that of the form.
    flushSync(() => setMode(undefined));
    heading.current?.focus();
  };

  const number = (
    <h2 className="joke-number" id="queue-fact" tabIndex={-1} ref={heading}>
      {`Fact no. ${id}`}
    </h2>
  );
  return (
    <section className="queue-current" aria-labelledby="queue-fact" data-joke-id={id} ref={section}>
      <p className="queue-position">
        <b>{`${countOf(state) + 1} of ${Math.max(state.total ?? 0, countOf(state) + 1)}`}</b> ·
        submitted <LocalTime at={submitted_at} />
      </p>
      <FactTags
        tagged={tagged}
        busy={mode === 'edit'}
        onTags={() => setMode('tags')}
        onSafe={(safe) => review.tag(joke, { safe })}
      />
      <div className="queue-body" ref={body}>
        <div className="queue-stage" ref={stage}>
          {mode === 'edit' ? (
            <>
              {number}
              <EditForm
                key={id}
                joke={joke}
                inDialog={false}
                onClose={endEditing}
                onSaved={review.saved}
                onChanged={(now) => review.showNow(id, now)}
              />
            </>
          ) : (
            <LargeJoke
              text={joke.joke_text}
              marked={
                twin && (
                  <TextDiff before={twin.joke_text} after={joke.joke_text} showRemoved={false} />
                )
              }
              atOnce
              heading={number}
              image={
                joke.image_url === null ? undefined : (
                  <ResponsiveImage
                    key={joke.joke_id}
                    imageUrl={joke.image_url}
                    alt={`Illustration of fact no. ${id}`}
                    sizes={IMAGE_SIZES}
                    lazy={false}
                  />
                )
              }
            />
          )}
          {twin && mode !== 'edit' && (
            <div className="queue-twin" role="group" aria-label="The most similar fact">
              <SimilarHead joke={twin} />
              <p className="joke-text" dir="auto" data-length={lengthOf(joke.joke_text)}>
                <TextDiff before={joke.joke_text} after={twin.joke_text} showRemoved={false} />
              </p>
            </div>
          )}
        </div>
        <SimilarFacts {...{ entry, likeness }} busy={mode === 'edit'} />
      </div>
      <QueueBar busy={mode === 'edit'} onAct={act} heading={heading} />
      {mode === 'reject' && (
        <RejectDialog
          jokes={[joke]}
          required
          onReject={(reason) => review.decide('reject', [joke], reason, twin)}
          onClose={() => setMode(undefined)}
        />
      )}
      {mode === 'tags' && (
        <TagsDialog
          jokeId={id}
          tags={tagged.tags}
          onChoose={(tags) => review.tag(joke, { tags })}
          onClose={() => setMode(undefined)}
        />
      )}
      {mode === 'help' && <KeysDialog keys={QUEUE_KEYS} onClose={() => setMode(undefined)} />}
    </section>
  );
}
