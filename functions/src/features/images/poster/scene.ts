import type { SeededRandom } from './seeded-random.ts';
import type { Box } from './typeset.ts';

/** Width and height of a poster in pixels. */
export const SIDE = 1_024;

/** The site's colors, as in its style sheet. */
export const colors = {
  paper: '#f5eddd',
  paperShade: '#e6d8bd',
  ink: '#1d1712',
  night: '#15110e',
  red: '#9e2a1f',
  brass: '#a36f10',
  brassBright: '#d79a2b',
} as const;

/** A drawn background with a place for the text. */
export interface Scene {
  /** SVG elements */
  drawing: string;
  text: { box: Box; color: string };
  /** The position of the site's name: its middle and its baseline. */
  mark: { x: number; baseline: number; color: string };
}

export type DrawScene = (random: SeededRandom) => Scene;

export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
}

export function frame(inset: number, stroke: string, width: number): string {
  const side = SIDE - 2 * inset;
  return `<rect x="${inset}" y="${inset}" width="${side}" height="${side}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${fill}"/>`;
}

export function polygon(points: readonly (readonly [number, number])[], fill: string): string {
  const list = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return `<polygon points="${list}" fill="${fill}"/>`;
}

/** A five-pointed star with the outer radius `radius`. */
export function star(x: number, y: number, radius: number, fill: string): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const angle = (Math.PI / 5) * index - Math.PI / 2;
    const length = index % 2 === 0 ? radius : radius * 0.42;
    return [x + length * Math.cos(angle), y + length * Math.sin(angle)] as const;
  });
  return polygon(points, fill);
}

/** A ranger's badge: a star in a ring, with balls on its points. */
export function badge(x: number, y: number, radius: number, fill: string): string {
  const balls = Array.from({ length: 5 }, (_, index) => {
    const angle = ((2 * Math.PI) / 5) * index - Math.PI / 2;
    const reach = radius * 0.72;
    return circle(x + reach * Math.cos(angle), y + reach * Math.sin(angle), radius * 0.1, fill);
  });
  const ring = `<circle cx="${x}" cy="${y}" r="${radius * 0.9}" fill="none" stroke="${fill}" stroke-width="${radius * 0.14}"/>`;
  return `${ring}${star(x, y, radius * 0.72, fill)}${balls.join('')}`;
}

/** Small flecks, like in rough paper. */
export function flecks(random: SeededRandom, count: number, fill: string): string {
  return Array.from({ length: count }, () =>
    circle(random.between(0, SIDE), random.between(0, SIDE), random.between(0.6, 2.2), fill),
  ).join('');
}

/** A skyline of flat-topped hills, down to the lower edge. */
export function mesas(
  random: SeededRandom,
  horizon: number,
  highest: number,
  fill: string,
): string {
  const points: [number, number][] = [[0, SIDE]];
  let x = -20;
  points.push([x, horizon]);
  while (x < SIDE) {
    const rise = random.between(highest * 0.35, highest);
    const slope = random.between(14, 40);
    const top = random.between(70, 210);
    const gap = random.between(50, 170);
    points.push([x, horizon], [x + slope, horizon - rise * 0.7], [x + slope, horizon - rise]);
    points.push([x + slope + top, horizon - rise], [x + slope + top, horizon - rise * 0.7]);
    x += slope * 2 + top;
    points.push([x, horizon]);
    x += gap;
  }
  points.push([SIDE + 20, horizon], [SIDE + 20, SIDE]);
  return polygon(points, fill);
}

/** A saguaro with its base at `ground`. */
export function cactus(x: number, ground: number, height: number, fill: string): string {
  const w = height * 0.16;
  const limb = (side: number, from: number, to: number) => {
    const out = x + side * height * 0.27;
    return `<path d="M${x} ${ground - from}H${out}V${ground - to}" fill="none" stroke="${fill}" stroke-width="${w * 0.8}" stroke-linecap="round" stroke-linejoin="round"/>`;
  };
  const trunk = `<path d="M${x} ${ground + 8}V${ground - height}" stroke="${fill}" stroke-width="${w}" stroke-linecap="round"/>`;
  return `${trunk}${limb(-1, height * 0.42, height * 0.72)}${limb(1, height * 0.3, height * 0.6)}`;
}
