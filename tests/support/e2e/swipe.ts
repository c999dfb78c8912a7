import type { CDPSession } from 'playwright-core';

interface Point {
  x: number;
  y: number;
}

/**
 * Touches the screen with these fingers, moves them by the same distance in ten steps, and lifts
 * them.
 */
export async function swipe(
  session: CDPSession,
  by: Point,
  fingers: Point[] = [{ x: 260, y: 300 }],
): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', fingers);
  for (let step = 1; step <= 10; step += 1) {
    const moved = fingers.map(({ x, y }) => ({
      x: x + (by.x * step) / 10,
      y: y + (by.y * step) / 10,
    }));
    await touch('touchMove', moved);
  }
  await touch('touchEnd', []);
}
