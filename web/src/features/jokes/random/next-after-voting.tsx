import { useEffect, useEffectEvent } from 'react';
import { oneOf, storedValue } from '../../../stores/stored-value.ts';
import { announce } from '../../../stores/announcement.ts';
import { useVotePhases } from '../send-votes.ts';

const setting = storedValue('nextAfterVoting', oneOf('on', 'off'), 'off');

/** How long the result of a vote is shown before the next fact. */
const PAUSE_MS = 1_500;

/**
 * Calls `onNext` a moment after a vote on this joke was counted, if the visitor has chosen so; never for a
 * joke that was voted on before it was shown, nor after a failure.
 */
export function useNextAfterVoting(jokeId: number | undefined, onNext: () => void): void {
  const next = useEffectEvent(onNext);
  useEffect(() => {
    if (jokeId === undefined) return undefined;
    let timer: number | undefined;
    const stop = useVotePhases.subscribe((now, before) => {
      const isCounted = now[jokeId] === 'counted' && before[jokeId] !== 'counted';
      if (isCounted && setting.use.getState() === 'on') timer = window.setTimeout(next, PAUSE_MS);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [jokeId]);
}

/** The switch for it, remembered by the browser. */
export function NextAfterVoting() {
  const isOn = setting.use() === 'on';
  return (
    <label className="random-setting">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target: { checked } }) => {
          setting.save(checked ? 'on' : 'off');
          announce(
            checked
              ? 'The next fact comes by itself after you rate one.'
              : 'A fact stays after you rate it.',
          );
        }}
      />
      Next after voting
    </label>
  );
}
