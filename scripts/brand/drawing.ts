import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharp } from './sharp.ts';

const sources = join(import.meta.dirname, '..', '..', 'web', 'brand');

/** Where a drawing stands on the square of 512 that icons are drawn on. */
export interface Place {
  x: number;
  y: number;
  /** the side of the square that it fills */
  side: number;
}

/**
 * A drawing of web/brand as an element to stand inside another drawing.
 * @param name its path there, without `.svg`
 */
export function placed(name: string, { x, y, side }: Place): string {
  const source = readFileSync(join(sources, `${name}.svg`), 'utf8').replace(/<!--.*?-->\s*/gs, '');
  return source.replace('<svg ', `<svg x="${x}" y="${y}" width="${side}" height="${side}" `).trim();
}

/** A whole drawing out of its elements. */
export function drawing(width: number, height: number, ...elements: readonly string[]): string {
  const size = `viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${elements.join('')}</svg>\n`;
}

/**
 * A drawing as a PNG file.
 * @param width in pixels; the height follows
 */
export function png(svg: string, width: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 300 })
    .resize({ width })
    .png({ compressionLevel: 9, effort: 10, palette: true, quality: 95, dither: 0 })
    .toBuffer();
}
