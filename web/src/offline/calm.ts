import { wait } from '../ui/wait.ts';

/** How long nothing must have been pressed, in milliseconds. */
const CALM_MS = 1_000;

/** Whether a pointer is down, or since when, by `performance.now()`, none was down and no key was pressed. */
type Hand = { is: 'down' } | { is: 'up'; since: number };

let hand: Hand = { is: 'up', since: -Infinity };

const release = () => {
  hand = { is: 'up', since: performance.now() };
};

/** Notices from now on when something is pressed. */
export function followPresses(): void {
  const options = { capture: true, passive: true };
  window.addEventListener('pointerdown', () => void (hand = { is: 'down' }), options);
  for (const end of ['pointerup', 'pointercancel', 'keydown']) {
    window.addEventListener(end, release, options);
  }
}

/** How many milliseconds it takes at least until what comes by itself disturbs nobody. */
function untilQuiet(): number {
  if (hand.is === 'down' || document.querySelector('dialog:modal')) return CALM_MS;
  return Math.max(hand.since + CALM_MS - performance.now(), 0);
}

/** Waits until no pointer is down, no dialog is open, and nothing was pressed for a second. */
export async function calm(): Promise<void> {
  for (let left = untilQuiet(); left > 0; left = untilQuiet()) await wait(left);
}
