const USER_SCROLLS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to `top` pixels as soon as the page is tall enough, because its content may still be
 * loading. Stops when the visitor scrolls.
 *
 * @returns a function that cancels it
 */
export function scrollDownTo(top: number): () => void {
  const waiting = new AbortController();
  const root = document.documentElement;
  const attempt = () => {
    window.scrollTo(0, top);
    if (root.scrollHeight - root.clientHeight >= top) waiting.abort();
  };
  attempt();
  if (!waiting.signal.aborted) {
    const observer = new ResizeObserver(attempt);
    observer.observe(document.body);
    waiting.signal.addEventListener('abort', () => observer.disconnect());
    for (const event of USER_SCROLLS) {
      window.addEventListener(event, () => waiting.abort(), {
        signal: waiting.signal,
        passive: true,
      });
    }
  }
  return () => waiting.abort();
}
