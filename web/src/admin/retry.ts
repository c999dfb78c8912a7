const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Ends the pauses between attempts. */
let waking = new AbortController();

function pause(milliseconds: number): Promise<unknown> {
  const { signal } = waking;
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', resolve);
  });
}

/** Ends every pause of {@link retry}, when there is a reason to try again now. */
export function retryNow(): void {
  waking.abort();
  waking = new AbortController();
}

/**
 * Repeats an attempt until it succeeds. After each failure it waits twice as long, up to five minutes.
 * @param onFailure says how long to wait at least, in milliseconds; null to stop
 * @throws the failure after which `onFailure` returned null
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  onFailure: (error: unknown) => number | null,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const leastMs = onFailure(error);
      if (leastMs === null) throw error;
      await pause(Math.max(pauseMs, leastMs));
    }
  }
}
