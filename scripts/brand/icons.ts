import { colors } from './colors.ts';
import { drawing, placed, type Place } from './drawing.ts';

/** The side of the square that icons are drawn on. */
const SIDE = 512;
const FULL: Place = { x: 0, y: 0, side: SIDE };
/** Inside the circle of 80 % that every mask leaves (https://www.w3.org/TR/appmanifest/#icon-masks). */
const SAFE: Place = { x: 56, y: 56, side: 400 };

const tile = (radius: number) =>
  `<rect width="${SIDE}" height="${SIDE}" rx="${radius}" fill="${colors.ink}"/>`;

/** The mark on a tile of ink with round corners. */
export const icon = drawing(SIDE, SIDE, tile(104), placed('mark', FULL));

/** The mark on ink to the edges, for systems that round the corners themselves. */
export const opaqueIcon = drawing(SIDE, SIDE, tile(0), placed('mark', { x: 26, y: 26, side: 460 }));

/** The mark on ink to the edges, for systems that cut any shape out of it. */
export const maskableIcon = drawing(SIDE, SIDE, tile(0), placed('mark', SAFE));

/** The mark's shape alone, for systems that colour it. */
export const monochromeIcon = drawing(SIDE, SIDE, placed('mark-monochrome', SAFE));

/** The icon of a shortcut of the installed site. */
export function shortcutIcon(name: string): string {
  return drawing(SIDE, SIDE, tile(104), placed(`shortcuts/${name}`, { x: 106, y: 106, side: 300 }));
}
