import { limits } from 'functions/domain';
import {
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { countText } from './format.ts';
import { Icon } from './icon.tsx';
import styles from './star-rating.module.css';

const STARS = Array.from({ length: limits.ratingMax }, (_, index) => index + 1);

interface StarRatingProps {
  /** The accessible name of the group. */
  legend: string;
  /** The mean of all ratings; 0 without ratings. Without scripts it fills the stars. */
  average: number;
  /** This browser's rating, which fills the stars. Without it they are empty. */
  given: number | undefined;
  disabled: boolean;
  /** True while rating is impossible. The stars stay focusable, and `onRate` may say why. */
  inactive: boolean;
  /** The id of an element that describes the state. */
  noteId: string | undefined;
  /** The state of a rating that is being sent or was sent from here. */
  phase: string | undefined;
  onRate: (stars: number) => void;
}

/** How much of a star is filled, from 0 to 1. @param rating any number of stars, also between two */
function fillOf(star: number, rating: number): number {
  return Math.min(1, Math.max(0, rating - star + 1));
}

/**
 * Five stars as radio buttons. A click, Enter or the space bar rates; the arrow keys only move.
 * Browsers also fire a click for arrow keys, so the held key distinguishes the two.
 */
export function StarRating(props: StarRatingProps) {
  const { legend, given, disabled, inactive, noteId, phase, onRate } = props;
  const name = useId();
  const summaryId = `${name}-summary`;
  const frame = useRef<HTMLDivElement>(null);
  const moving = useRef(false);
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const choice = disabled || inactive ? undefined : (pointed ?? chosen);
  // The same precision as the number beside the stars.
  const average = Math.round(10 * props.average) / 10;

  const rate = (star: number) => {
    if (inactive) return onRate(star);
    // A radio button that a key has pressed is about to be disabled, and nothing would have the focus.
    if (frame.current?.contains(document.activeElement)) {
      frame.current.focus({ preventScroll: true });
    }
    setChosen(undefined);
    setPointed(undefined);
    onRate(star);
  };
  // A press leaves the focus where it is. Moving it would delay the paint of the vote.
  const onMouseDown = (event: MouseEvent) => event.preventDefault();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    moving.current = event.key.startsWith('Arrow');
    const sends = event.key === 'Enter' || event.key === ' ';
    if (!sends || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    rate(Number(event.target.value));
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setChosen(undefined);
  };

  return (
    <div className={styles.frame} ref={frame} tabIndex={-1}>
      <fieldset
        className={styles.stars}
        disabled={disabled}
        data-phase={phase}
        data-inactive={inactive || undefined}
        data-unrated={(given === undefined && !disabled) || undefined}
        aria-busy={phase === 'sending'}
        aria-describedby={noteId === undefined ? summaryId : `${summaryId} ${noteId}`}
        onMouseDown={onMouseDown}
        onKeyDown={onKeyDown}
        onKeyUp={() => (moving.current = false)}
        onBlur={onBlur}
        onPointerLeave={() => setPointed(undefined)}
      >
        <legend className="visually-hidden">{legend}</legend>
        <span id={summaryId} hidden>
          {(average === 0 ? 'No votes yet.' : `Average ${average.toFixed(1)} of 5.`) +
            (given === undefined ? '' : ` You rated it ${countText(given, 'star')}.`)}
        </span>
        {STARS.map((star) => (
          <span
            key={star}
            className={styles.star}
            data-lit={(choice !== undefined && star <= choice) || undefined}
            data-yours={(given !== undefined && star <= given) || undefined}
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={star === (chosen ?? given)}
              aria-label={countText(star, 'star')}
              aria-disabled={inactive || undefined}
              onChange={() => {
                if (moving.current) setChosen(star);
              }}
              onClick={() => {
                if (!moving.current) rate(star);
              }}
              onPointerEnter={() => setPointed(star)}
            />
            <Icon name="star" filled={fillOf(star, choice ?? given ?? average)} />
          </span>
        ))}
      </fieldset>
    </div>
  );
}
