import { createHash } from 'node:crypto';
import type { ImageGenerator, ImageRequest } from './image-generator.ts';

const SIDE = 1_024;
/** Where a motif's middle is, and how much larger than drawn it is. */
const MOTIF = { x: SIDE / 2, y: 480, scale: 1.08 };
const GROUND = MOTIF.y + 300 * MOTIF.scale;

const INK = '#1d1712';
const PAPER = '#f5eddd';
const RED = '#9e2a1f';
const BRASS = '#d79a2b';
const TEAL = '#14302f';

const DARK = { main: INK, cut: PAPER, accent: RED };
const LIGHT = { main: PAPER, cut: INK, accent: BRASS };
/** Colors that go together; `tone` is close to `back`, and the motif has the last three. */
const PALETTES = [
  { back: PAPER, tone: '#e6d8bd', ground: TEAL, disc: BRASS, ...DARK },
  { back: '#dfa63c', tone: '#cf962f', ground: RED, disc: PAPER, ...DARK },
  { back: TEAL, tone: '#1d4240', ground: '#0a1a1a', disc: PAPER, ...DARK },
  { back: '#1d2a35', tone: '#2a3b49', ground: INK, disc: BRASS, ...DARK },
  { back: '#8a2319', tone: RED, ground: '#2a110c', disc: '#f4c35a', ...DARK },
  { back: '#15312f', tone: '#1f4644', ground: INK, disc: RED, ...LIGHT },
  { back: INK, tone: '#33241a', ground: '#a36f10', disc: RED, ...LIGHT },
] as const;
type Palette = (typeof PALETTES)[number];

const WHEELS = bothSides(
  '<circle class="cut" cx="166" cy="206" r="98"/><circle class="main" cx="166" cy="206" r="86"/><circle class="cut" cx="166" cy="206" r="36"/>',
);

/**
 * What texts name, and drawings of it of about 580 × 600 pixels around 0,0; what stands, stands on y = 300. A text gets
 * the first one that it names.
 */
const MOTIFS: readonly (readonly [named: RegExp, svg: string])[] = [
  [
    /\bcactus/i,
    `<path class="main" d="M-56 300V-220Q-56-276 0-276T56-220V300Z"/>
    <path class="main-line" stroke-width="78" stroke-linecap="round" stroke-linejoin="round" d="M0 120H-176V-70M0 40H176V-140"/>
    <path class="cut-line" stroke-width="10" stroke-dasharray="26 22" d="M-22-214V290M22-214V290"/><circle class="accent" cy="-278" r="30"/>`,
  ],
  [
    /\bladders?\b/i,
    `<g transform="rotate(8)"><path class="main-line" stroke-width="36" d="M-110-310V310M110-310V310"/>
    <path class="accent-line" stroke-width="26" d="M-128-220H128M-128-120H128M-128-20H128M-128 80H128M-128 180H128"/></g>`,
  ],
  [
    /\bmoon\b/i,
    `<circle class="cut main-line" stroke-width="14" r="250"/><circle class="accent" cx="-90" cy="-80" r="62"/>
    <circle class="accent" cx="96" cy="40" r="44"/><circle class="accent" cx="-50" cy="120" r="36"/><circle class="accent" cx="90" cy="-140" r="24"/>`,
  ],
  [
    /\b(?:sail)?(?:boats?|ships?)\b/i,
    `<path class="main" d="M-280 150H280Q236 290 170 300H-170Q-236 290-280 150Z"/><path class="main-line" stroke-width="22" d="M0 160V-300"/>
    <path class="cut" d="M-26 116H-226Q-66-40-26-270Z"/><path class="accent" d="M26 116H236Q136-60 26-270Z"/>
    <path class="cut-line" stroke-width="14" d="M-246 200H246"/>`,
  ],
  [
    /\bfish(?:es)?\b/i,
    `<path class="accent" d="M-60-120Q0-236 100-216Q72-150 84-104ZM-20 130Q20 210 80 200Q70 150 84 108Z"/>
    <path class="main" d="M-280 0Q-150-176 60-126Q150-96 190-24L292-130Q266 0 292 130L190 24Q150 96 60 126Q-150 176-280 0Z"/>
    <circle class="cut" cx="-180" cy="-34" r="26"/><path class="cut-line" stroke-width="14" d="M-104-100Q-60 0-104 100M-20-100Q24 0-20 100M64-84Q100 0 64 84"/>`,
  ],
  [
    /\beggs?\b/i,
    `<path class="main" d="M-140 236H140L96 300H-96Z"/>
    <path class="cut main-line" stroke-width="16" d="M0-280C120-280 206-70 206 50C206 180 120 250 0 250S-206 180-206 50C-206-70-120-280 0-280Z"/>
    <path class="accent-line" stroke-width="20" d="M-202 20L-130-50L-66 40L0-50L66 40L130-50L202 20"/>`,
  ],
  [
    /(?<!family |Christmas )\btrees?\b/i,
    `<path class="accent" d="M0-300C90-300 136-240 130-194C220-194 262-96 204-30C236 60 136 136 60 104C30 136-30 136-60 104C-136 136-236 60-204-30C-262-96-220-194-130-194C-136-240-90-300 0-300Z"/>
    <path class="main" d="M-60 300Q-30 200-30 60H30Q30 200 60 300Z"/><path class="main-line" stroke-width="26" d="M0 110L-96-30M0 70L92-56M0 120V-120"/>`,
  ],
  [
    /\bbeds?\b/i,
    `<path class="cut" d="M-250 60H250V150H-250Z"/><rect class="cut main-line" stroke-width="14" x="-228" y="-6" width="150" height="78" rx="34"/>
    <path class="accent" d="M-70 44Q90-40 250 44V160H-70Z"/><path class="main" d="M-290-140H-240V300H-290ZM240-20H290V300H240ZM-250 146H250V228H-250Z"/>`,
  ],
  [
    /(?<!\b(?:fire|tow|food|ice cream) )\btrucks?\b/i,
    `<path class="main" d="M-290 50H-20V-130H104Q136-130 152-102L212 24Q290 36 290 90V200H-290Z"/><path class="cut" d="M20 18V-88H92L146 18Z"/>
    <path class="accent-line" stroke-width="20" d="M-276 104H276"/>${WHEELS}`,
  ],
  [
    /(?<!\bcable )\bcars?\b/i,
    `<path class="main" d="M-290 120Q-282 52-200 40L-124-84Q-108-108-80-108H84Q116-108 136-82L210 30Q282 42 290 104V180Q290 204 266 204H-266Q-290 204-290 180Z"/>
    <path class="cut" d="M-150 30L-90-66H-12V30ZM20 30V-66H84L146 30Z"/><path class="accent-line" stroke-width="16" d="M-276 110H276"/>${WHEELS}`,
  ],
  [
    /\bbeards?\b/i,
    `<path class="main" d="M-214-200Q-224 50-160 170Q-86 294 0 300Q86 294 160 170Q224 50 214-200Q190-90 130-62Q66-96 0-76Q-66-96-130-62Q-190-90-214-200Z"/>
    <path class="cut" d="M-40 52H40Q0 84-40 52Z"/>${bothSides('<path class="accent" d="M0-40Q60-96 112-44Q140-26 176-64Q160 26 84 26Q34 24 0-4Z"/>')}
    <path class="cut-line" stroke-width="10" d="M-120 90Q-90 180-40 240M120 90Q90 180 40 240M0 130V262"/>`,
  ],
  [
    /(?<!\b(?:next|garage|screen|hotel) )\bdoors?\b(?! frame)/i,
    `<path class="main" d="M-200-300H200V300H-200Z"/><path class="accent" d="M-156-256H156V300H-156Z"/>
    <path class="cut-line" stroke-width="14" d="M-104-204H-26V-24H-104ZM26-204H104V-24H26ZM-104 44H-26V250H-104ZM26 44H104V250H26Z"/><circle class="main" cx="130" cy="14" r="17"/>`,
  ],
];

/** The drawing of the first thing that a text names, as SVG; undefined if it names none of them. */
export const motifOf = (jokeText: string): string | undefined =>
  MOTIFS.find(([named]) => named.test(jokeText))?.[1];

function bothSides(svg: string): string {
  return `${svg}<g transform="scale(-1 1)">${svg}</g>`;
}

/** Copies of a drawing, turned around a point. */
function around(count: number, svg: string, y = 0, x = 0): string {
  const turned = (index: number) =>
    `<g transform="translate(${x} ${y}) rotate(${(index * 360) / count})">${svg}</g>`;
  return Array.from({ length: count }, (_, index) => turned(index)).join('');
}

/** Rays behind the motif, as at a fairground. */
const rays = (tone: string) =>
  around(15, `<path d="M0 0-105-800H105Z" fill="${tone}"/>`, MOTIF.y, MOTIF.x);

/** A scene as SVG: what the joke names in front of rays, or only the rays. */
export function drawScene({ jokeText, previous }: ImageRequest): string {
  const digest = createHash('sha256')
    .update(`${jokeText}\n${previous ?? ''}`)
    .digest();
  const palette: Palette = PALETTES[digest.readUInt8(0) % PALETTES.length] ?? PALETTES[0];
  const facing = digest.readUInt8(3) % 2 === 0 ? 1 : -1;
  const styles = (['main', 'cut', 'accent'] as const).map(
    (name) => `.${name}-line{stroke:${palette[name]};fill:none}.${name}{fill:${palette[name]}}`,
  );
  const motif = motifOf(jokeText);
  const scene = `<circle cx="${MOTIF.x}" cy="${MOTIF.y}" r="392" fill="${palette.disc}"/>
    <rect y="${GROUND}" width="${SIDE}" height="${SIDE}" fill="${palette.ground}"/>
    <g transform="translate(${MOTIF.x} ${MOTIF.y}) scale(${facing * MOTIF.scale} ${MOTIF.scale})">${motif}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    <style>${styles.join('')}</style>
    <rect width="${SIDE}" height="${SIDE}" fill="${palette.back}"/>${rays(palette.tone)}
    ${motif === undefined ? '' : scene}
  </svg>`;
}

/** Draws scenes for the emulators, without a word. The same request gives the same image. */
export const sceneGenerator: ImageGenerator = {
  async generate(request) {
    const { default: sharp } = await import('sharp');
    return sharp(Buffer.from(drawScene(request)))
      .png()
      .toBuffer();
  },
};
