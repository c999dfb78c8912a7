import { requestFile } from '../api/request.ts';
import { cardPath, type CardShape } from '../paths.ts';

/** Browsers let a page open the share sheet for about five seconds after a click. */
const SHARE_TIMEOUT_MS = 3_000;
const SAVE_TIMEOUT_MS = 20_000;
const DOWNLOAD_MS = 60_000;

const NOT_OPENED = 'Couldn’t open the share sheet. Please try again.';

/** The loaded cards by their paths, so that a second try does not wait. */
const cards = new Map<string, File>();

/** A joke's card as a PNG file. @throws {ApiError} if it can't be loaded */
export async function loadCard(
  jokeId: number,
  shape: CardShape,
  timeout = SAVE_TIMEOUT_MS,
): Promise<File> {
  const path = cardPath(jokeId, shape);
  const known = cards.get(path);
  if (known) return known;
  const image = await requestFile(path, {}, timeout);
  const name = `chuck-norris-fact-${path.slice(path.lastIndexOf('/') + 1)}`;
  const card = new File([image], name, { type: 'image/png' });
  cards.set(path, card);
  return card;
}

/**
 * Opens the share sheet with a joke's text, URL and card, or without the card if it does not come in time
 * or if the browser does not share images.
 */
export async function shareWithCard(
  jokeId: number,
  shape: CardShape,
  link: ShareData,
): Promise<void> {
  const withCard = (card: File): ShareData => ({ ...link, files: [card] });
  const isAllowed = (data: ShareData) => 'canShare' in navigator && navigator.canShare(data);
  // With an empty file, so that no card is loaded in vain.
  const wanted = isAllowed(withCard(new File([], 'card.png', { type: 'image/png' })));
  const card = wanted
    ? await loadCard(jokeId, shape, SHARE_TIMEOUT_MS).catch(() => undefined)
    : undefined;
  const data = card && withCard(card);
  await navigator.share(data && isAllowed(data) ? data : link).catch((error: unknown) => {
    // Closing the sheet is not an error, and the sheet itself shows all others.
    const isLate = error instanceof DOMException && error.name === 'NotAllowedError';
    if (isLate) window.alert(NOT_OPENED);
  });
}

/** Downloads a joke's card. @throws {ApiError} if it can't be loaded */
export async function saveCard(jokeId: number, shape: CardShape): Promise<void> {
  const card = await loadCard(jokeId, shape);
  const href = URL.createObjectURL(card);
  Object.assign(document.createElement('a'), { href, download: card.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), DOWNLOAD_MS);
}
