// npm run icons: draws the brand's images from the sources in web/brand into web/public.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from './command-line.ts';
import { sharp } from './sharp.ts';

readCommandLine({
  command: 'npm run icons',
  does: 'Draws the icons and the social card from web/brand into web/public.',
});

const web = join(import.meta.dirname, '..', 'web');

/** The color behind icons, as in web/src/styles/tokens.css. */
const INK = '#1d1712';
/** The side length of the square on which icons are drawn, and the radius of its corners. */
const SIDE = 512;
const ROUND = 104;

/** Reads a drawing of web/brand. @param name its path there, without `.svg` */
function read(name: string): string {
  const source = readFileSync(join(web, 'brand', `${name}.svg`), 'utf8');
  return source.replace(/<!--.*?-->\s*/gs, '').trim();
}

/**
 * Draws an icon.
 * @param name the drawing in its middle
 * @param side the side length of that drawing
 * @param radius of the corners of the ink tile behind it; null: no tile
 */
function icon(name: string, side: number, radius: number | null): string {
  const start = (SIDE - side) / 2;
  const placed = `<svg x="${start}" y="${start}" width="${side}" height="${side}" `;
  const tile = `<rect width="${SIDE}" height="${SIDE}" rx="${radius}" fill="${INK}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${
    radius === null ? '' : tile
  }${read(name).replace('<svg ', placed)}</svg>\n`;
}

/** Writes an SVG file as a PNG file. @param width in pixels; the height keeps the proportions */
async function writePng(name: string, svg: string, width: number): Promise<void> {
  const { size } = await sharp(Buffer.from(svg), { density: 300 })
    .resize({ width })
    .png({ compressionLevel: 9, effort: 10, palette: true, quality: 95, dither: 0 })
    .toFile(join(web, 'public', name));
  console.log(`${name}: ${size} bytes`);
}

mkdirSync(join(web, 'public', 'icons'), { recursive: true });
const mark = icon('mark', SIDE, ROUND);
writeFileSync(join(web, 'public', 'favicon.svg'), mark);
await writePng('icons/favicon-32.png', mark, 32);
await writePng('icons/icon-192.png', mark, 192);
await writePng('icons/icon-512.png', mark, 512);
// For systems that round the corners themselves.
await writePng('icons/apple-touch-icon.png', icon('mark', 460, 0), 180);
// For systems that crop icons to any shape, and for those that color the shape: inside the circle of 80 % that every
// mask shows (https://www.w3.org/TR/appmanifest/#icon-masks).
await writePng('icons/maskable-512.png', icon('mark', 400, 0), 512);
await writePng('icons/monochrome-512.png', icon('mark-monochrome', 400, null), 512);
for (const name of ['random', 'top', 'newest', 'submit']) {
  await writePng(`icons/shortcut-${name}.png`, icon(`shortcuts/${name}`, 300, ROUND), 96);
}
// In link previews (https://ogp.me).
await writePng('social-card.png', read('social-card'), 1200);
