import { PRODUCT_NAME } from '../../functions/src/contract/index.ts';
import type { Typeface } from '../../functions/src/features/images/poster/typefaces.ts';
import { colors } from './colors.ts';
import { drawing } from './drawing.ts';

/** The size in pixels of the image in link previews (https://ogp.me). */
export const CARD = { width: 1200, height: 630 } as const;

const MARGIN = 64;
const MIDDLE = { x: CARD.width / 2, y: CARD.height / 2 };
const RAYS = 48;
const SINCE = 'SINCE 2005';
const SINCE_SIZE = 56;
const SINCE_MIDDLE = 530;
const STAR_RADIUS = 38;
/** The height of capital letters in em. */
const CAPITALS = 0.777;

function ray(index: number): string {
  const step = (2 * Math.PI) / RAYS;
  const [from, to] = [index, index + 0.5].map((position) => {
    const angle = position * step;
    return `${MIDDLE.x + 800 * Math.cos(angle)} ${MIDDLE.y + 800 * Math.sin(angle)}`;
  });
  return `M${MIDDLE.x} ${MIDDLE.y}L${from}L${to}Z`;
}

/** A line of type that fills the width, and the upper edge of its capital letters. */
function fullLine(typeface: Typeface, text: string, baseline: number) {
  const size = (CARD.width - 2 * MARGIN) / typeface.width(text);
  const path = `<path fill="${colors.paper}" d="${typeface.path(text, MARGIN, baseline, size)}"/>`;
  return { path, top: baseline - CAPITALS * size };
}

/** The mark's star with its light and dark facets. */
function star(x: number, y: number): string {
  const corner = (index: number) => {
    const angle = ((index * 36 - 90) * Math.PI) / 180;
    const distance = STAR_RADIUS * (index % 2 === 0 ? 1 : 0.46);
    return `${x + distance * Math.cos(angle)} ${y + distance * Math.sin(angle)}`;
  };
  const corners = Array.from({ length: 10 }, (_, index) => corner(index));
  const facets = corners.flatMap((from, index) =>
    index % 2 === 0 ? [`M${x} ${y}L${from}L${corners[index + 1]}Z`] : [],
  );
  return `<path fill="#f0c264" d="M${corners.join('L')}Z"/><path fill="#b87a1a" d="${facets.join('')}"/>`;
}

/** Draws the image in link previews of the site, its name as a poster. */
export function socialCard(typeface: Typeface): string {
  const [first = '', last = ''] = PRODUCT_NAME.toUpperCase().split(/ (?=\w+$)/);
  const inner = CARD.width - 2 * MARGIN;
  const lower = fullLine(typeface, last, 463);
  const upper = fullLine(typeface, first, lower.top - 27);
  const since = typeface.width(SINCE) * SINCE_SIZE;
  const starDistance = since / 2 + 60;
  const rule = inner / 2 - starDistance - 50;
  const rays = Array.from({ length: RAYS }, (_, index) => ray(index)).join('');
  return drawing(
    CARD.width,
    CARD.height,
    `<rect width="${CARD.width}" height="${CARD.height}" fill="${colors.ink}"/>`,
    `<path fill="${colors.inkRaised}" d="${rays}"/>`,
    upper.path,
    lower.path,
    star(MIDDLE.x - starDistance, SINCE_MIDDLE),
    star(MIDDLE.x + starDistance, SINCE_MIDDLE),
    `<g fill="${colors.brass}">`,
    `<rect x="${MARGIN}" y="${SINCE_MIDDLE - 3}" width="${rule}" height="6"/>`,
    `<rect x="${CARD.width - MARGIN - rule}" y="${SINCE_MIDDLE - 3}" width="${rule}" height="6"/>`,
    `<path d="${typeface.path(SINCE, MIDDLE.x - since / 2, SINCE_MIDDLE + (CAPITALS * SINCE_SIZE) / 2, SINCE_SIZE)}"/>`,
    '</g>',
  );
}
