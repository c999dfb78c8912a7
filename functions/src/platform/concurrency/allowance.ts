/**
 * Limits how much is done: `perMinute` at once, and as much again over each minute.
 * @param clock milliseconds since the epoch
 * @returns takes an amount; false, and takes nothing, if less is left
 */
export function createAllowance(
  perMinute: number,
  clock: () => number,
): (amount: number) => boolean {
  let left = perMinute;
  let since = clock();
  return (amount) => {
    const now = clock();
    left = Math.min(perMinute, left + (perMinute * Math.max(0, now - since)) / 60_000);
    since = now;
    if (amount > left) return false;
    left -= amount;
    return true;
  };
}
