import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharp } from './sharp.ts';

const sources = join(import.meta.dirname, '..', '..', 'web', 'brand');

/** The square that a drawing fills inside another one, in units of the outer one. */
export interface Placement {
  x: number;
  y: number;
  /** the length of the square's sides */
  side: number;
}

/**
 * Reads a drawing of web/brand as an element of another drawing.
 * @param name its path in web/brand, without `.svg`
 */
export function placed(name: string, { x, y, side }: Placement): string {
  const source = readFileSync(join(sources, `${name}.svg`), 'utf8').replace(/<!--.*?-->\s*/gs, '');
  return source.replace('<svg ', `<svg x="${x}" y="${y}" width="${side}" height="${side}" `).trim();
}

/** Makes a complete SVG file from its elements. */
export function drawing(width: number, height: number, ...elements: readonly string[]): string {
  const size = `viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${elements.join('')}</svg>\n`;
}

/**
 * Renders an SVG file as a PNG file.
 * @param width in pixels; the height keeps the proportions
 */
export function png(svg: string, width: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 300 })
    .resize({ width })
    .png({ compressionLevel: 9, effort: 10, palette: true, quality: 95, dither: 0 })
    .toBuffer();
}
