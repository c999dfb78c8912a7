const CONTROLS = 'a, button, input, select, textarea, summary';
const TEXT_FIELDS = 'textarea, input:not([type=radio], [type=checkbox])';
/** How long nothing must have moved before the dock rises, in milliseconds. */
const REST_MS = 200;

/** Whether the dock, at the bottom of the window, covers no control and nobody is typing. */
function isFree(dock: HTMLElement): boolean {
  if (document.activeElement?.matches(TEXT_FIELDS)) return false;
  const { left, right, height } = dock.getBoundingClientRect();
  const bottom = document.documentElement.clientHeight;
  return Array.from(document.querySelectorAll(CONTROLS)).every((control) => {
    if (dock.contains(control)) return true;
    const box = control.getBoundingClientRect();
    const isBeside = box.right <= left || box.left >= right;
    return box.width === 0 || isBeside || box.bottom <= bottom - height || box.top >= bottom;
  });
}

/**
 * Keeps an element at the end of the page at the bottom of the window while nothing that a visitor
 * could use is there: sets `data-docked`. It leaves at once, and returns when the page is at rest.
 * @returns a function that stops it
 */
export function watchDock(dock: HTMLElement): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const place = () => {
    // What has the focus stays where it is.
    if (dock.contains(document.activeElement)) return;
    dock.dataset.docked = String(isFree(dock));
  };
  const onChange = () => {
    if (dock.dataset.docked === 'true') place();
    clearTimeout(timer);
    timer = setTimeout(place, REST_MS);
  };
  place();
  for (const event of ['scroll', 'resize', 'focusin', 'focusout'] as const) {
    window.addEventListener(event, onChange, { signal, passive: true });
  }
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return () => {
    watching.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
}
