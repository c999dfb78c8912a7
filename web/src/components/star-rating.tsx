import { limits } from 'functions/contract';
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { Icon } from './icon.tsx';
import './star-rating.css';

const STARS = Array.from({ length: limits.ratingMax }, (_, index) => index + 1);

interface StarRatingProps {
  /** The accessible name of the group. */
  legend: string;
  /** Number of stars filled while no star is hovered or focused. */
  filled: number;
  /** This browser's rating, if any. */
  given: number | undefined;
  disabled: boolean;
  /** the state of a rating sent from here */
  phase: 'none' | 'sending' | 'counted' | 'failed';
  onRate: (stars: number) => void;
}

/**
 * Five stars as radio buttons. A click, Enter or the space bar rates; the arrow keys only move.
 * Browsers also fire a click for arrow keys, so the held key distinguishes the two.
 */
export function StarRating({ legend, filled, given, disabled, phase, onRate }: StarRatingProps) {
  const name = useId();
  const frame = useRef<HTMLDivElement>(null);
  const moving = useRef(false);
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const lit = disabled ? filled : (pointed ?? chosen ?? filled);

  const rate = (star: number) => {
    // The radio buttons are about to be disabled, which would move the focus to the top of the page.
    frame.current?.focus({ preventScroll: true });
    setChosen(undefined);
    setPointed(undefined);
    onRate(star);
  };
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
    <div className="star-rating" ref={frame} tabIndex={-1}>
      <fieldset
        className="stars"
        disabled={disabled}
        data-phase={phase}
        data-choosing={!disabled && (pointed ?? chosen) !== undefined}
        aria-busy={phase === 'sending'}
        onKeyDown={onKeyDown}
        onKeyUp={() => (moving.current = false)}
        onBlur={onBlur}
        onPointerLeave={() => setPointed(undefined)}
      >
        <legend className="visually-hidden">{legend}</legend>
        {STARS.map((star) => (
          <label key={star} className="star" data-lit={star <= lit}>
            <input
              type="radio"
              name={name}
              value={star}
              checked={star === (chosen ?? given)}
              onChange={() => {
                if (moving.current) setChosen(star);
              }}
              onClick={() => {
                if (!moving.current) rate(star);
              }}
              onPointerEnter={() => setPointed(star)}
            />
            <Icon name="star" />
            <span className="visually-hidden">{star === 1 ? '1 star' : `${star} stars`}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
