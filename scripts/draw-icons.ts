// npm run icons: draws the brand's images from the sources in web/brand into web/public.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from './command-line.ts';
import { sharp } from './sharp.ts';

readCommandLine({
  command: 'npm run icons',
  does: 'Draws the icons and the social card from web/brand into web/public.',
  options: {},
  example: 'npm run icons',
});

const web = join(import.meta.dirname, '..', 'web');

/** Reads a drawing of web/brand. @param name its path there, without `.svg` */
function read(name: string): string {
  const source = readFileSync(join(web, 'brand', `${name}.svg`), 'utf8');
  return source.replace(/<!--.*?-->\s*/gs, '').trim();
}

/** The color behind icons, as in web/src/styles/tokens.css. */
const INK = '#1d1712';
/** The side length of the square on which icons are drawn. */
const SIDE = 512;

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
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">`,
    radius === null ? '' : tile,
    read(name).replace('<svg ', placed),
    '</svg>\n',
  ].join('');
}

/** Renders an SVG file as a PNG file. @param width in pixels; the height keeps the proportions */
function png(svg: string, width: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 300 })
    .resize({ width })
    .png({ compressionLevel: 9, effort: 10, palette: true, quality: 95, dither: 0 })
    .toBuffer();
}

const ROUND = 104;
const mark = icon('mark', SIDE, ROUND);
/** Inside the circle of 80 % that every mask shows (https://www.w3.org/TR/appmanifest/#icon-masks). */
const SAFE = 400;

const files: Record<string, string | Promise<Buffer>> = {
  'favicon.svg': mark,
  'icons/favicon-32.png': png(mark, 32),
  'icons/icon-192.png': png(mark, 192),
  'icons/icon-512.png': png(mark, 512),
  // For systems that round the corners themselves.
  'icons/apple-touch-icon.png': png(icon('mark', 460, 0), 180),
  // For systems that crop icons to any shape, and for those that color the shape.
  'icons/maskable-512.png': png(icon('mark', SAFE, 0), 512),
  'icons/monochrome-512.png': png(icon('mark-monochrome', SAFE, null), 512),
  // In link previews (https://ogp.me).
  'social-card.png': png(read('social-card'), 1200),
};
for (const name of ['random', 'top', 'newest', 'submit']) {
  files[`icons/shortcut-${name}.png`] = png(icon(`shortcuts/${name}`, 300, ROUND), 96);
}

mkdirSync(join(web, 'public', 'icons'), { recursive: true });
for (const [name, content] of Object.entries(files)) {
  const bytes = await content;
  writeFileSync(join(web, 'public', name), bytes);
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}
