import type { SeededRandom } from './seeded-random.ts';
import { around, place, repeat, star } from './shapes.ts';

/** Width and height of a scene in pixels. */
export const SIDE = 1_024;
/** Where a motif's middle is, and how much larger than drawn it is. */
export const MOTIF = { x: SIDE / 2, y: 480, scale: 1.08 };
const GROUND = MOTIF.y + 300 * MOTIF.scale;
const RADIUS = 392;

export const INK = '#1d1712';
export const PAPER = '#f5eddd';
const RED = '#9e2a1f';
const BRASS = '#a36f10';
const BRIGHT_BRASS = '#d79a2b';
const TEAL = '#14302f';

/** Colors that go together: each of the motif's three can be told from the other two and from the disc. */
export interface Palette {
  back: string;
  /** close to `back` */
  tone: string;
  ground: string;
  /** the sun, the moon or a seal behind the motif */
  disc: string;
  main: string;
  cut: string;
  accent: string;
}

type Setting = readonly [Backdrop, Palette];
type Backdrop = (random: SeededRandom, palette: Palette) => string;

function rect(y: number, height: number, fill: string): string {
  return `<rect y="${y}" width="${SIDE}" height="${height}" fill="${fill}"/>`;
}

/** @param edge attributes of its outline */
function disc(fill: string, edge = ''): string {
  return `<circle cx="${MOTIF.x}" cy="${MOTIF.y}" r="${RADIUS}" fill="${fill}" ${edge}/>`;
}

/** Small dots, like in rough paper or of distant stars. */
function dots(random: SeededRandom, count: number, height: number, fill: string): string {
  const dot = () =>
    `<circle cx="${random.between(0, SIDE).toFixed(1)}" cy="${random.between(0, height).toFixed(1)}" r="${random.between(0.8, 3.4).toFixed(1)}" fill="${fill}"/>`;
  return repeat(count, dot);
}

/** A double frame with a star in each corner. */
const frame: Backdrop = (random, { back, tone, ground, disc: fill }) => {
  const rule = (inset: number, width: number) =>
    `<rect x="${inset}" y="${inset}" width="${SIDE - 2 * inset}" height="${SIDE - 2 * inset}" fill="none" stroke="${ground}" stroke-width="${width}"/>`;
  const scallops = `stroke="${fill}" stroke-width="52" stroke-linecap="round" stroke-dasharray="0 ${(2 * Math.PI * RADIUS) / 48}"`;
  const corner = (index: number) =>
    star(`fill="${ground}"`, index % 2 ? 104 : SIDE - 104, index < 2 ? 104 : SIDE - 104, 34);
  return [
    rect(0, SIDE, back),
    random.pick([disc(fill), disc(fill, scallops)]),
    rect(GROUND, SIDE, back),
    dots(random, 260, SIDE, tone),
    rule(28, 14) + rule(52, 4),
    repeat(4, corner),
    `<path d="M120 ${GROUND + 8}H904" stroke="${ground}" stroke-width="16"/>`,
    star(`fill="${ground}"`, SIDE / 2, 896, 40),
  ].join('');
};

/** Rays from behind a disc, as at a fairground. */
const rays: Backdrop = (random, { back, tone, ground, disc: fill }) => {
  const burst = around(15, `<path d="M0 0-105-800H105Z" fill="${tone}"/>`);
  return [
    rect(0, SIDE, back),
    place(burst, MOTIF.x, MOTIF.y, 1, random.between(0, 24)),
    disc(fill),
    rect(GROUND, SIDE, ground) + rect(GROUND + 28, 8, fill),
  ].join('');
};

/** A skyline of flat-topped hills, down to the lower edge. */
function hills(random: SeededRandom, horizon: number, highest: number, fill: string): string {
  let path = `M-20 ${SIDE}V${horizon}`;
  for (let x = -20; x < SIDE;) {
    const [rise, slope] = [random.between(highest * 0.35, highest), random.between(10, 44)];
    const [top, gap] = [random.between(70, 200), random.between(50, 170)];
    path += `l${slope} ${-rise}h${top}l${slope} ${rise}h${gap}`;
    x += 2 * slope + top + gap;
  }
  return `<path d="${path}V${SIDE}Z" fill="${fill}"/>`;
}

/** Hills and a cactus in front of the sky. */
function desert(random: SeededRandom, { tone, ground, disc: fill }: Palette): string {
  const x = random.pick([86, SIDE - 86]);
  return [
    disc(fill),
    hills(random, GROUND + 20, 120, tone),
    rect(GROUND, SIDE, ground),
    `<path d="M0 40V-150M-44-100V-60H44V-84" fill="none" stroke="${ground}" stroke-width="26" stroke-linecap="round" stroke-linejoin="round" transform="translate(${x} ${GROUND})"/>`,
  ].join('');
}

/** The desert at night. */
const night: Backdrop = (random, palette) => {
  const bright = () =>
    star(`fill="${palette.disc}"`, random.between(30, 994), random.between(30, 420), 13);
  return [
    rect(0, SIDE, palette.back),
    dots(random, 110, GROUND, palette.disc),
    repeat(6, bright),
    desert(random, palette),
  ].join('');
};

/** The desert under flat bands of color, from the top down. */
const bandsOf =
  (...colors: string[]): Backdrop =>
  (random, palette) => {
    const bands = [palette.back, ...colors].map((color, index) => rect(index * 132, SIDE, color));
    return bands.join('') + desert(random, palette);
  };
const sunset = bandsOf('#7c2217', '#932c1c', '#a93c1f', '#c2562a', '#d2732f');
const dusk = bandsOf('#25494a', '#4a6254', '#86794a', '#bb8f3c', '#d79a2b');

const DARK = { main: INK, cut: PAPER, accent: RED };
const LIGHT = { main: PAPER, cut: INK, accent: BRIGHT_BRASS };

/** What a motif can stand in front of, and the colors. */
export const SETTINGS: readonly [Setting, ...Setting[]] = [
  [frame, { back: PAPER, tone: '#e6d8bd', ground: INK, disc: BRIGHT_BRASS, ...DARK }],
  [frame, { back: '#dfa63c', tone: '#cf962f', ground: INK, disc: PAPER, ...DARK }],
  [frame, { back: TEAL, tone: '#1c403e', ground: PAPER, disc: RED, ...LIGHT }],
  [frame, { back: RED, tone: '#8a2319', ground: PAPER, disc: TEAL, ...LIGHT }],
  [rays, { back: '#8a2319', tone: RED, ground: INK, disc: PAPER, ...DARK }],
  [rays, { back: TEAL, tone: '#1d4240', ground: INK, disc: BRIGHT_BRASS, ...DARK }],
  [rays, { back: BRIGHT_BRASS, tone: '#c78a20', ground: RED, disc: PAPER, ...DARK }],
  [rays, { back: PAPER, tone: '#eadab8', ground: TEAL, disc: BRIGHT_BRASS, ...DARK }],
  [rays, { back: INK, tone: '#2c221a', ground: BRASS, disc: RED, ...LIGHT }],
  [night, { back: TEAL, tone: '#0e2423', ground: '#0a1a1a', disc: PAPER, ...DARK }],
  [night, { back: INK, tone: '#33241a', ground: '#0a0807', disc: BRIGHT_BRASS, ...DARK }],
  [night, { back: '#1d2a35', tone: '#14202a', ground: INK, disc: PAPER, ...DARK, accent: BRASS }],
  [sunset, { back: '#6a1c13', tone: '#7a2618', ground: '#2a110c', disc: '#f4c35a', ...DARK }],
  [dusk, { back: TEAL, tone: '#3d2c17', ground: INK, disc: PAPER, ...DARK }],
];
