/** Five points, one pixel from the middle. */
const STAR = 'M0-1 .25-.34.95-.31.4.13.59.81 0 .42-.59.81-.4.13-.95-.31-.25-.34Z';

/** The results of `draw` for 0 to `count` − 1. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** @param turn in degrees */
export function place(svg: string, x: number, y: number, scale = 1, turn = 0): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${svg}</g>`;
}

/** Copies of a drawing, turned around 0,0. */
export function around(count: number, svg: string): string {
  return repeat(count, (index) => place(svg, 0, 0, 1, (index * 360) / count));
}

/** A drawing and its reflection. */
export function bothSides(svg: string): string {
  return `${svg}<g transform="scale(-1 1)">${svg}</g>`;
}

/** @param paint attributes, such as a class */
export function star(paint: string, x: number, y: number, size: number): string {
  return place(`<path ${paint} d="${STAR}"/>`, x, y, size);
}
