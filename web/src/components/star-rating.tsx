import { limits } from 'functions/contract';
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { Icon } from './icon.tsx';
import './star-rating.css';

const STARS = Array.from({ length: limits.ratingMax }, (_, index) => index + 1);

interface StarRatingProps {
  /** What is rated; the group's name. */
  legend: string;
  /** Stars shown as filled while nothing else is pointed at. */
  filled: number;
  /** The star that has been given, if any. */
  given: number | undefined;
  disabled: boolean;
  /** what has become of a rating that was given here */
  phase: 'none' | 'sending' | 'counted' | 'failed';
  onRate: (stars: number) => void;
}

/**
 * Five stars as radios. A click, Enter or the space bar rates; the arrow keys only move: browsers
 * report their move as a click as well, so the two are told apart by the key that is held down.
 */
export function StarRating({ legend, filled, given, disabled, phase, onRate }: StarRatingProps) {
  const name = useId();
  const frame = useRef<HTMLDivElement>(null);
  const moving = useRef(false);
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const lit = disabled ? filled : (pointed ?? chosen ?? filled);

  const rate = (star: number) => {
    // The radios are about to be disabled, which would drop the focus to the top of the page.
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
