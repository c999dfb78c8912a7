import { join } from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { PRODUCT_NAME } from '../contract/index.ts';
import { layouts, LINE_HEIGHT } from '../domain/index.ts';
import { escapeMarkup } from '../platform/escape-markup.ts';
import { cardText, FACE_PARTS, FACES } from './card-text.ts';

const MARGIN = 64;
const BAR_HEIGHT = 86;

/** Where something is, in pixels. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The parts of an image: what is not in a box is the bar at its end. */
interface Parts {
  /** the middle of the number's line */
  number: number;
  text: Box;
  /** the joke's image, if it has one */
  image: Box;
}

interface Shape {
  width: number;
  height: number;
  /** the largest type of a broadside, and of another text */
  largest: { broadside: number; text: number };
  face: Face;
  /** @param text longer ones need more room beside the image */
  parts: (text: string, hasImage: boolean) => Parts;
  maxBytes: number;
}

const PAPER = '#f5eddd';
const INK = '#1d1712';
const RED = '#9e2a1f';
const BRASS = '#d79a2b';
const ON_BAR = '#f3e9d6';
const PALE = '#efe4cc';

/** Tried in order until the file is small enough. */
const COLORS = [256, 128, 64, 32, 16] as const;
const TIMEOUT_SECONDS = 10;

/** How texts are set. Line heights are parts of the height that the face's lines have by themselves. */
interface Face {
  name: string;
  lineHeight: number;
  /** Accents on capitals need more. */
  accentedLineHeight: number;
}
const SLAB: Face = { name: FACES.slab, lineHeight: 0.82, accentedLineHeight: 0.9 };
const TEXT: Face = { name: FACES.text, lineHeight: 1, accentedLineHeight: 1 };
const ACCENTED_CAPITAL = /\p{Lu}\p{M}/u;
/** The height of a capital in em. */
const CAPITAL = 0.778;
/** In pixels. */
const SMALLEST = 10;
/** A word of at most 24 characters that must not break at its hyphens. */
const HYPHENATED = /(?<!\S)(?=\S{3,24}(?!\S))\S*\p{L}-\p{L}\S*/gu;
/** How far letters may lean out of their line, in pixels. */
const OVERHANG = 8;
/** Of sizes and widths. */
const PRECISION = 0.02;

const STAR = 'M0-1 .25-.34.95-.31.4.13.59.81 0 .42-.59.81-.4.13-.95-.31-.25-.34Z';

/** The shapes that a joke's image to share has: that of link previews, and that of a phone's feeds. */
const SHAPES = {
  wide: {
    width: 1_200,
    height: 630,
    largest: { broadside: 180, text: 180 },
    face: SLAB,
    parts(text, hasImage) {
      const beside = text.length < 150 ? 500 : text.length < 300 ? 420 : 340;
      const width = 1_200 - 2 * MARGIN - (hasImage ? beside : 0);
      return {
        number: 60,
        text: { left: MARGIN, top: 122, width, height: 382 },
        image: { left: 1_200 - beside, top: 0, width: beside, height: 544 },
      };
    },
    // Link previews of more are refused or slow.
    maxBytes: 200_000,
  },
  tall: {
    width: 1_080,
    height: 1_350,
    largest: { broadside: 250, text: 110 },
    face: TEXT,
    parts(_, hasImage) {
      const number = hasImage ? 624 : 84;
      const top = number + 62;
      return {
        number,
        text: { left: MARGIN, top, width: 1_080 - 2 * MARGIN, height: 1_220 - top },
        image: { left: 0, top: 0, width: 1_080, height: 560 },
      };
    },
    maxBytes: 400_000,
  },
} as const satisfies Record<string, Shape>;
export type CardShape = keyof typeof SHAPES;

/** What a card shows. */
interface CardContent {
  shape: CardShape;
  jokeId: number;
  jokeText: string;
  /** the site's, such as `facts.example` */
  host: string;
  /** an image file; it is cropped if it is not as wide as high */
  image: Uint8Array | undefined;
}

sharp.concurrency(1);

// Pango finds the characters of all parts by the face's name after each was opened.
for (const [file, name] of Object.entries(FACES)) {
  for (const part of FACE_PARTS) {
    const fontfile = join(import.meta.dirname, `${file}-${part}.ttf`);
    await sharp({ text: { text: 'A', font: name, fontfile } })
      .raw()
      .toBuffer();
  }
}

interface TextStyle {
  color: string;
  /** in pixels */
  size: number;
  face?: Face;
  /** where lines end at the latest, in pixels */
  width?: number;
  align?: 'left' | 'right';
}

/** The pixels of a text without anything around them. */
function render(text: string, { color, size, face = SLAB, ...style }: TextStyle) {
  const hasAccents = ACCENTED_CAPITAL.test(text.normalize('NFD'));
  const lineHeight = hasAccents ? face.accentedLineHeight : face.lineHeight;
  const whole = escapeMarkup(text).replace(HYPHENATED, '<span allow_breaks="false">$&</span>');
  const markup = `<span foreground="${color}" line_height="${lineHeight}">${whole}</span>`;
  return sharp({ text: { text: markup, font: `${face.name} ${size}`, rgba: true, ...style } })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

type Rendered = Awaited<ReturnType<typeof render>>;

/** About the last number that fits, on the way from one that does to one that does not. */
async function lastFit(from: number, to: number, fits: (number: number) => Promise<boolean>) {
  let [good, bad] = [from, to];
  while (Math.abs(Math.log(good / bad)) > PRECISION) {
    const middle = Math.sqrt(good * bad);
    if (await fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** A text as large as it fits into a box, on lines of about the same width. */
async function renderLarge(text: string, shape: Shape, { width, height }: Box): Promise<Rendered> {
  const { face, largest } = shape;
  const at = (size: number, lineWidth = width) =>
    render(text, { color: INK, size, face, width: Math.round(lineWidth) });
  // libvips's own search for the size ends too early where a letter leans out of its line.
  const size = await lastFit(SMALLEST, largest.text, async (each) => {
    const { info } = await at(each);
    return info.width <= width + OVERHANG && info.height <= height;
  });
  const full = await at(size);
  const narrowest = await lastFit(width, width / 2, async (each) => {
    const { info } = await at(size, each);
    return info.height < full.info.height + size / 2;
  });
  return at(size, narrowest);
}

/** The lines of a broadside in the middle of a box, as SVG; undefined if the text can't be set as one. */
function broadsideIn({ left, top, width, height }: Box, text: string, { largest }: Shape) {
  const narrowest = width / largest.broadside;
  const place = { narrowest, widest: 3.4 * narrowest, height: height / width };
  const [lines] = layouts(text, place);
  if (lines === undefined) return undefined;
  const sized = lines.map((line) => ({ ...line, size: width / Math.max(line.em, narrowest) }));
  const total = sized.reduce((sum, { size }) => sum + size * LINE_HEIGHT, 0);
  let end = top + (height - total) / 2;
  return sized
    .map(({ text, size, isRed }) => {
      end += size * LINE_HEIGHT;
      const baseline = end - (size * (LINE_HEIGHT - CAPITAL)) / 2;
      const attributes = `font-size="${size.toFixed(2)}" fill="${isRed ? RED : INK}"`;
      return `<text x="${left}" y="${baseline.toFixed(1)}" ${attributes}>${escapeMarkup(text.toUpperCase())}</text>`;
    })
    .join('');
}

/** Places a text on the card: where it starts, and the middle of its height. */
function place({ data, info }: Rendered, left: number, middle: number): OverlayOptions {
  const { width, height, channels } = info;
  const top = Math.round(middle - height / 2);
  return { input: data, raw: { width, height, channels }, left, top };
}

/** The PNG file with as many colors as fit into so many bytes. */
async function encode(card: Sharp, maxBytes: number): Promise<Buffer> {
  const pixels = await card.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = pixels.info;
  let file: Buffer = Buffer.alloc(0);
  for (const colors of COLORS) {
    file = await sharp(pixels.data, { raw: { width, height, channels } })
      .png({ palette: true, colors, dither: 0.6, compressionLevel: 9, effort: 4 })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer();
    if (file.byteLength <= maxBytes) break;
  }
  return file;
}

/** What is on a card besides texts: paper, a pale star behind a text that is no broadside, and the bar at the end. */
function background({ width, height }: Shape, hasStar: boolean, lines: string): string {
  const bar = height - BAR_HEIGHT;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${SLAB.name}">
    <rect width="${width}" height="${height}" fill="${PAPER}"/>
    ${hasStar ? `<path transform="translate(${width - 190} ${bar * 0.55}) scale(330)" fill="${PALE}" d="${STAR}"/>` : ''}
    <rect y="${bar}" width="${width}" height="${BAR_HEIGHT}" fill="${INK}"/>
    <rect y="${bar}" width="${width}" height="6" fill="${BRASS}"/>
    <g transform="translate(${MARGIN + 26} ${bar + 46}) scale(26)">
      <circle r=".92" fill="none" stroke="${BRASS}" stroke-width=".15"/>
      <path transform="scale(.72)" fill="${BRASS}" d="${STAR}"/>
    </g>${lines}
  </svg>`;
}

/**
 * Draws the card of a joke: its text as large as it fits, as a broadside if it is short, its number and image, and the
 * site's name and address. If the face lacks one of the text's characters, such as Thai ones, the number takes the
 * text's place.
 * @returns a PNG file: wide, of 1200 × 630 pixels and at most 200 KB, or tall, of 1080 × 1350
 * @throws {Error} if the image can't be decoded
 */
export async function drawCard(content: CardContent): Promise<Uint8Array> {
  const { jokeId, jokeText, host, image } = content;
  const shape: Shape = SHAPES[content.shape];
  const parts = shape.parts(jokeText, image !== undefined);
  const middle = shape.height - BAR_HEIGHT + 46;
  const number = `Fact no. ${jokeId}`;
  const text = cardText(jokeText);
  const lines = text === undefined ? undefined : broadsideIn(parts.text, text, shape);
  const name = await render(PRODUCT_NAME.toUpperCase(), { color: ON_BAR, size: 38 });
  const invitationStyle = { color: ON_BAR, size: 23, width: 500, align: 'right' } as const;
  const invitation = await render(`Rate it at\n${host}`, invitationStyle);
  const layers = [
    place(name, 132, middle),
    place(invitation, shape.width - MARGIN - invitation.info.width, middle),
  ];
  if (lines === undefined) {
    const large = await renderLarge(text ?? number, shape, parts.text);
    layers.push(place(large, MARGIN, parts.text.top + parts.text.height / 2));
  }
  if (text !== undefined) {
    layers.push(place(await render(number, { color: RED, size: 40 }), MARGIN, parts.number));
  }
  if (image) {
    const { left, top, width, height } = parts.image;
    const cropped = sharp(image).resize(width, height, { fit: 'cover' }).removeAlpha();
    layers.push({ input: await cropped.toBuffer(), left, top });
  }
  const hasStar = image === undefined && lines === undefined;
  const svg = background(shape, hasStar, lines ?? '');
  return encode(sharp(Buffer.from(svg)).composite(layers), shape.maxBytes);
}
