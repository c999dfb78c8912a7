import { createHash } from 'node:crypto';
import type { Box } from '../../../typesetting/text-layout.ts';

type SeededRandom = ReturnType<typeof seededRandom>;

/** A stream of random numbers seeded with a text: SHA-256 in counter mode, 32 bits each. */
export function seededRandom(text: string) {
  let counter = 0;
  const next = () => {
    counter += 1;
    return createHash('sha256').update(`${counter}:${text}`).digest().readUInt32BE(0) / 2 ** 32;
  };
  return {
    /** the next number, uniform in [from, to) */
    between: (from: number, to: number): number => from + next() * (to - from),
    /** one of these items, each equally likely */
    pick: <Item>(items: readonly [Item, ...Item[]]): Item =>
      items[Math.floor(next() * items.length)] ?? items[0],
  };
}

/** Width and height of a poster in pixels. */
export const SIDE = 1_024;

const INK = '#1d1712';
const RED = '#9e2a1f';
const BRASS = '#a36f10';
const BRIGHT_BRASS = '#d79a2b';

/** A drawn background with a place for the text. */
interface Scene {
  /** SVG elements */
  drawing: string;
  box: Box;
  color: string;
  /** The site's name below the text, in the middle. */
  name: { baseline: number; color: string };
}

/** Shapes of about one pixel; `shape` places them. */
export const SHAPES = `<defs>
  <path id="star" fill="currentColor" d="M0-1 .25-.34.95-.31.4.13.59.81 0 .42-.59.81-.4.13-.95-.31-.25-.34Z"/>
  <g id="badge" fill="currentColor">
    <circle r=".9" fill="none" stroke="currentColor" stroke-width=".14"/>
    <use href="#star" transform="scale(.72)"/>
    <path d="M0-.72h0M.68-.22h0M.42.58h0M-.42.58h0M-.68-.22h0" stroke="currentColor" stroke-width=".2" stroke-linecap="round"/>
  </g>
  <path id="cactus" d="M0 .05V-1M-.27-.72V-.42H.27V-.6" fill="none" stroke="currentColor" stroke-width=".14" stroke-linecap="round" stroke-linejoin="round"/>
</defs>`;

function shape(
  name: 'star' | 'badge' | 'cactus',
  x: number,
  y: number,
  size: number,
  color: string,
) {
  return `<use href="#${name}" color="${color}" transform="translate(${x} ${y}) scale(${size})"/>`;
}

function rect(y: number, height: number, fill: string): string {
  return `<rect y="${y}" width="${SIDE}" height="${height}" fill="${fill}"/>`;
}

function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${fill}"/>`;
}

/** The results of `draw` for 0 to `count` − 1. */
function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** Small dots, like in rough paper or of distant stars. */
function dots(random: SeededRandom, count: number, height: number, fill: string): string {
  const dot = () =>
    circle(random.between(0, SIDE), random.between(0, height), random.between(0.6, 2.3), fill);
  return repeat(count, dot);
}

function textBox(margin: number, top: number, height: number): Box {
  return { x: margin, y: top, width: SIDE - 2 * margin, height };
}

/** Warm paper in a double frame, under a ranger's badge. */
function paper(random: SeededRandom): Scene {
  const accent = random.pick([BRASS, RED]);
  const frame = (inset: number, width: number) =>
    `<rect x="${inset}" y="${inset}" width="${SIDE - 2 * inset}" height="${SIDE - 2 * inset}" fill="none" stroke="${INK}" stroke-width="${width}"/>`;
  const corner = (index: number) =>
    shape('star', index % 2 ? 72 : SIDE - 72, index < 2 ? 72 : SIDE - 72, 15, accent);
  const drawing = [
    rect(0, SIDE, '#f5eddd'),
    dots(random, 260, SIDE, '#e6d8bd'),
    frame(30, 9),
    frame(45, 2.5),
    repeat(4, corner),
    shape('badge', SIDE / 2, 124, 52, accent),
    `<path d="M112 897H912" stroke="${INK}" stroke-width="3"/>`,
  ];
  const name = { baseline: 950, color: INK };
  return { drawing: drawing.join(''), box: textBox(96, 200, 652), color: INK, name };
}

/** A printer's broadside: black bars above and below. */
function broadside(random: SeededRandom): Scene {
  const star = (index: number) =>
    shape('star', 320 + index * 96, 62, index === 2 ? 34 : 20, BRIGHT_BRASS);
  const drawing = [
    rect(0, SIDE, random.pick(['#f5eddd', '#ead9b6', '#efe0d0'])),
    dots(random, 320, SIDE, '#00000014'),
    rect(0, 122, INK) + rect(134, 6, RED) + rect(906, 6, RED) + rect(924, 100, INK),
    repeat(5, star),
  ];
  const name = { baseline: 987, color: BRIGHT_BRASS };
  return { drawing: drawing.join(''), box: textBox(72, 176, 692), color: INK, name };
}

const RAYS: [[string, string], ...[string, string][]] = [
  ['#8f241a', '#9e2a1f'],
  ['#14302f', '#1a3b39'],
  ['#4a3109', '#573a0c'],
];

/** Rays from behind a badge, as at a fairground. */
function rays(random: SeededRandom): Scene {
  const [dark, light] = random.pick(RAYS);
  const turn = random.between(0, 20);
  const ray = (index: number) =>
    `<path d="M0 0L1500 0 1477 260Z" fill="${light}" transform="translate(512 880) rotate(${turn + index * 20})"/>`;
  const middle = circle(SIDE / 2, 866, 84, dark) + shape('badge', SIDE / 2, 866, 64, BRIGHT_BRASS);
  const drawing = rect(0, SIDE, dark) + repeat(18, ray) + middle;
  const color = '#fff3dc';
  return { drawing, box: textBox(80, 76, 676), color, name: { baseline: 988, color } };
}

/** A skyline of flat-topped hills, down to the lower edge. */
function hills(random: SeededRandom, horizon: number, highest: number, fill: string): string {
  let path = `M-20 ${SIDE}V${horizon}`;
  for (let x = -20; x < SIDE;) {
    const [rise, slope] = [random.between(highest * 0.35, highest), random.between(8, 40)];
    const [top, gap] = [random.between(70, 210), random.between(50, 170)];
    path += `l${slope} ${-rise}h${top}l${slope} ${rise}h${gap}`;
    x += 2 * slope + top + gap;
  }
  return `<path d="${path}V${SIDE}Z" fill="${fill}"/>`;
}

const SUNSET = ['#5a1710', '#6a1c13', '#7c2217', '#932c1c', '#a93c1f', '#c9602a', '#dd8433'];
const SUNSET_TOPS = [0, 250, 450, 610, 730, 772, 808];

/** The desert at night, with stars and the moon, or at sunset, in flat bands of color. */
function desert(random: SeededRandom): Scene {
  const atNight = random.pick([true, false]);
  const sky = atNight
    ? rect(0, SIDE, random.pick(['#15110e', '#12161f', '#1b1220'])) +
      dots(random, 90, 780, '#8d7f68')
    : repeat(SUNSET.length, (index) => rect(SUNSET_TOPS[index] ?? 0, SIDE, SUNSET[index] ?? RED));
  const [light, far, near] = atNight
    ? [BRIGHT_BRASS, '#33241a', '#0a0807']
    : ['#f4c35a', '#7a2618', '#2a110c'];
  const drawing = [
    sky,
    circle(random.between(190, SIDE - 190), 832, 94, light),
    hills(random, 860, 78, far),
    hills(random, 914, 52, near),
    shape('cactus', random.pick([104, 920]), 934, 165, near),
  ];
  const color = atNight ? '#f3e9d6' : '#fff3dc';
  const name = { baseline: 972, color };
  return { drawing: drawing.join(''), box: textBox(84, 84, 616), color, name };
}

/** Draws one of the backgrounds. */
export function drawScene(random: SeededRandom): Scene {
  return random.pick([paper, broadside, rays, desert, desert])(random);
}
