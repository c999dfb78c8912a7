import { createHash } from 'node:crypto';
import { TAGS, type Tag } from '../domain/index.ts';
import type { ImageGenerator, ImageRequest } from './image-generator.ts';

const SIDE = 1_024;
/** Where a motif's middle is, and how much larger than drawn it is. */
const MOTIF = { x: SIDE / 2, y: 480, scale: 1.08 };
const GROUND = MOTIF.y + 300 * MOTIF.scale;

const STAR = '<path d="M0-1 .25-.34.95-.31.4.13.59.81 0 .42-.59.81-.4.13-.95-.31-.25-.34Z"/>';

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

/** Drawings of about 580 × 600 pixels around 0,0 that stand for a tag; what stands, stands on y = 300. */
const MOTIFS: Record<Tag, string> = {
  animals: `<path class="main" d="M-92-150Q0-196 92-150Q120-70 82 6L64 128Q72 190 52 240Q0 288-52 240Q-72 190-64 128L-82 6Q-120-70-92-150Z"/>
    ${bothSides('<path class="main" d="M56-128C140-108 206-118 226-250C304-178 296-40 76-52Z"/><path class="cut" d="M30-20Q40-60 76-54Q74-20 30-20ZM14 150Q38 168 34 212Q12 204 14 150Z"/>')}
    ${place(STAR, 0, -108, 40)}`,
  computers: `<path class="main" d="M-90 90H90L110 168H-110ZM-214 190H214L268 300H-268Z"/><rect class="main" x="-236" y="-262" width="472" height="368" rx="44"/>
    <rect class="cut" x="-192" y="-220" width="384" height="270" rx="36"/><path class="cut-line" stroke-width="15" stroke-dasharray="34 16" d="M-184 222H184M-204 252H204"/>
    ${place(STAR, 0, -84, 106)}`,
  'everyday-life': `${bothSides('<path class="main" d="M52-196A92 92 0 0 1 214-108Z"/><path class="main-line" stroke-width="40" d="M128 190L180 280"/>')}
    <circle class="main" cy="58" r="216"/><circle class="cut" cy="58" r="166"/>${around(12, '<path class="main-line" stroke-width="14" d="M0-144V-126"/>', 58)}
    <path class="main-line" stroke-width="24" d="M0 58L64 20"/><path class="accent-line" stroke-width="18" d="M-14 82L54-36"/>`,
  food: `<g transform="rotate(12)"><path class="accent" d="M-60-150C-10-190 60-180 76-120C100 20 20 190-170 250C-60 150-100 20-90-90Q-86-130-60-150Z"/>
    <path class="main" d="M-92-96Q-90-172-16-184Q66-186 84-112Q40-146 6-112Q-40-142-92-96Z"/>
    <path class="main-line" stroke-width="30" d="M0-176Q-2-240 50-270"/><path class="cut-line" stroke-width="16" d="M36-60Q34 20-14 90"/></g>`,
  history: `<path class="cut" d="M-160-230H160Q160-70 26 10Q160 90 160 250H-160Q-160 90-26 10Q-160-70-160-230Z"/>
    <path class="accent" d="M-136-100H136Q96-40 0 14Q-96-40-136-100ZM-6 0H6V120Q90 170 128 250H-128Q-90 170-6 120Z"/>
    ${bothSides('<path class="main-line" stroke-width="24" d="M160-230Q160-70 26 10Q160 90 160 250M200-250V260"/>')}
    <path class="main" d="M-220-286H220V-226H-220ZM-220 240H220V300H-220Z"/>`,
  money: `<path class="main" d="M-264-270H264V276H236V300H150V276H-150V300H-236V276H-264Z"/>
    <rect class="cut-line" stroke-width="14" x="-212" y="-218" width="424" height="440" rx="16"/>
    <circle class="accent" r="112"/><circle class="main" r="76"/>${around(5, '<path class="accent-line" stroke-width="26" d="M0 0V-144"/>')}`,
  movies: `<g transform="rotate(22)"><path class="main" d="M-26-90V-360H26V-90C100-110 146-60 128-6C118 30 126 44 156 84C206 166 150 274 0 274S-206 166-156 84C-126 44-118 30-128-6C-146-60-100-110-26-90Z"/>
    <circle class="cut" cy="36" r="54"/><circle class="accent-line" stroke-width="14" cy="36" r="72"/>
    <path class="accent" d="M-90 172H90V204H-90Z"/><path class="cut-line" stroke-width="6" d="M-15-340V184M0-340V184M15-340V184"/></g>`,
  school: `<path class="main" d="M-240 218H240V300H-240ZM-220 54H220V136H-220Z"/><path class="accent" d="M-214 136H266V218H-214Z"/>
    <path class="accent" d="M-10-168C70-226 166-172 152-70C140 10 80 70 40 54Q-10 40-60 54C-100 70-160 10-172-70C-186-172-90-226-10-168Z"/>
    <path class="main" d="M8-200Q30-280 130-262Q110-190 8-200Z"/><path class="cut-line" stroke-width="18" d="M-124-60Q-124-116-84-134"/>`,
  science: `<g transform="rotate(-18)"><circle class="main" r="176"/>
    <path class="cut" d="M-172-40Q0-4 172-40L166-64Q0-30-166-64ZM-150 92Q0 128 150 92L134 114Q0 146-134 114Z"/>
    <path class="accent-line" stroke-width="38" d="M-168-52C-420 60-250 90 0 70S440-60 168-52"/></g>${place(STAR, 190, -236, 44)}`,
  sports: `<path class="accent" d="M-120 140C-190 80-214-40-180-140C-140-260 10-300 120-254C240-200 260-60 220 20C190 80 164 100 160 140Z"/>
    <path class="accent main-line" stroke-width="22" d="M-110 110C-190 110-268 20-250-76C-240-130-180-150-150-106C-120-60-70-90-50-40C-20 40-50 104-110 110"/>
    <path class="main" d="M-136 152H176L186 286Q14 306-152 286Z"/><path class="cut-line" stroke-width="20" d="M-146 220Q14 236 182 220M20-214Q130-210 174-126"/>`,
  texas: `<path class="main" d="M-132-290Q-70-226-10-226T112-290L92-70Q86 10 150 62Q262 96 284 160Q296 214 262 244H44L-10 222Q-36 208-58 212L-66 300H-150Q-166 180-146 60Q-126-40-134-140Z"/>
    <path class="accent" d="M44 250H262Q240 276 210 276H36L-14 252-12 230Z"/><path class="main-line" stroke-width="22" d="M-130 150H-214"/>
    ${place(STAR, -20, -54, 74)}${place(STAR, -226, 150, 62)}`,
  wordplay: `<path class="main" d="M-230-270H180Q240-270 240-210V-20Q240 40 180 40H-40L-150 140L-140 40H-230Q-290 40-290-20V-210Q-290-270-230-270Z"/>
    <path class="accent" d="M60 80H250Q290 80 290 120V220Q290 260 250 260H240L250 320L170 260H60Q20 260 20 220V120Q20 80 60 80Z"/>
    <path class="cut-line" stroke-width="64" stroke-linecap="round" stroke-dasharray="0 112" d="M-137-115H100"/>`,
};

function place(svg: string, x: number, y: number, scale: number): string {
  return `<g class="accent" transform="translate(${x} ${y}) scale(${scale})">${svg}</g>`;
}

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

/** A scene as SVG: something that stands for one of the joke's tags, or else for any tag, in front of rays. */
export function drawScene({ jokeText, tags, previous }: ImageRequest): string {
  const digest = createHash('sha256')
    .update(`${jokeText}\n${previous ?? ''}`)
    .digest();
  const pick = <Item>(byte: number, items: readonly Item[]) =>
    items[digest.readUInt8(byte) % items.length];
  const palette = pick<Palette>(0, PALETTES) ?? PALETTES[0];
  const motif = MOTIFS[pick(1, tags) ?? pick(2, TAGS) ?? TAGS[0]];
  const facing = digest.readUInt8(3) % 2 === 0 ? 1 : -1;
  const styles = (['main', 'cut', 'accent'] as const).map(
    (name) => `.${name}{fill:${palette[name]}}.${name}-line{stroke:${palette[name]};fill:none}`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    <style>${styles.join('')}</style>
    <rect width="${SIDE}" height="${SIDE}" fill="${palette.back}"/>${rays(palette.tone)}
    <circle cx="${MOTIF.x}" cy="${MOTIF.y}" r="392" fill="${palette.disc}"/>
    <rect y="${GROUND}" width="${SIDE}" height="${SIDE}" fill="${palette.ground}"/>
    <g transform="translate(${MOTIF.x} ${MOTIF.y}) scale(${facing * MOTIF.scale} ${MOTIF.scale})">${motif}</g>
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
