import { colors } from './colors.ts';
import { drawing, placed, type Placement } from './drawing.ts';

/** The side length of the square on which icons are drawn. */
const SIDE = 512;
const FULL: Placement = { x: 0, y: 0, side: SIDE };
/** Inside the circle of 80 % that every mask shows (https://www.w3.org/TR/appmanifest/#icon-masks). */
const SAFE: Placement = { x: 56, y: 56, side: 400 };

const tile = (radius: number) =>
  `<rect width="${SIDE}" height="${SIDE}" rx="${radius}" fill="${colors.ink}"/>`;

/** The logo mark on an ink tile with round corners. */
export const icon = drawing(SIDE, SIDE, tile(104), placed('mark', FULL));

/** The mark on ink up to the edges, for systems that round the corners themselves. */
export const opaqueIcon = drawing(SIDE, SIDE, tile(0), placed('mark', { x: 26, y: 26, side: 460 }));

/** The mark on ink up to the edges, for systems that crop icons to any shape. */
export const maskableIcon = drawing(SIDE, SIDE, tile(0), placed('mark', SAFE));

/** Only the mark's shape, for systems that color it. */
export const monochromeIcon = drawing(SIDE, SIDE, placed('mark-monochrome', SAFE));

/** The icon of one of the installed site's shortcuts. @param name a file in web/brand/shortcuts */
export function shortcutIcon(name: string): string {
  return drawing(SIDE, SIDE, tile(104), placed(`shortcuts/${name}`, { x: 106, y: 106, side: 300 }));
}
