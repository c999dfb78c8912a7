const FIRST_PAUSE_MS = 2_000;

/**
 * Creates a function that repeats an attempt until it succeeds, and another that ends its pauses: when
 * there is a reason to try again now. After each failure it waits twice as long.
 */
export function createRetry(longestPauseMs: number) {
  const wakers = new Set<() => void>();

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      wakers.add(wake);
    });
  }

  /**
   * @param onFailure says how long to wait at least, in milliseconds; null to stop
   * @throws the failure after which `onFailure` returned null
   */
  async function retry<T>(
    attempt: () => Promise<T>,
    onFailure: (error: unknown) => number | null,
  ): Promise<T> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        return await attempt();
      } catch (error) {
        const leastMs = onFailure(error);
        if (leastMs === null) throw error;
        await pause(Math.max(pauseMs, leastMs));
      }
    }
  }

  function retryNow(): void {
    for (const wake of wakers) wake();
  }

  return { retry, retryNow };
}
