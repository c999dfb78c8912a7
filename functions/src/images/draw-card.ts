import { join } from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { PRODUCT_NAME } from '../contract/index.ts';
import { escapeMarkup } from '../platform/escape-markup.ts';
import { cardText, FACE_PARTS } from './card-text.ts';

const WIDTH = 1_200;
const HEIGHT = 630;
const MARGIN = 64;
/** Where the bar at the bottom begins, and its middle. */
const BAR = { top: 544, middle: 590 };
const TEXT = { middle: 313, height: 382, largest: 180, smallest: 10 };

const PAPER = '#f5eddd';
const INK = '#1d1712';
const RED = '#9e2a1f';
const BRASS = '#d79a2b';
const ON_BAR = '#f3e9d6';

/** Link previews of more bytes are refused or slow. */
const MAXIMUM_BYTES = 200_000;
/** Tried in order until the file is small enough. */
const COLORS = [256, 128, 64, 32, 16] as const;
const TIMEOUT_SECONDS = 10;

/** Of the height that the face's lines have by themselves. Accents on capitals need more. */
const LINE_HEIGHT = 0.82;
const ACCENTED_LINE_HEIGHT = 0.9;
const ACCENTED_CAPITAL = /\p{Lu}\p{M}/u;
/** How far letters may lean out of their line, in pixels. */
const OVERHANG = 8;
/** Of sizes and widths. */
const PRECISION = 0.02;

const STAR = 'M0-1 .25-.34.95-.31.4.13.59.81 0 .42-.59.81-.4.13-.95-.31-.25-.34Z';
const LARGE_STAR = `<path transform="translate(1010 300) scale(330)" fill="#efe4cc" d="${STAR}"/>`;
const BAR_SHAPES = `<rect y="${BAR.top}" width="${WIDTH}" height="86" fill="${INK}"/>
  <rect y="${BAR.top}" width="${WIDTH}" height="6" fill="${BRASS}"/>
  <g transform="translate(${MARGIN + 26} ${BAR.middle}) scale(26)">
    <circle r=".92" fill="none" stroke="${BRASS}" stroke-width=".15"/>
    <path transform="scale(.72)" fill="${BRASS}" d="${STAR}"/>
  </g>`;

/** What a card shows. */
interface CardContent {
  jokeId: number;
  jokeText: string;
  /** the site's, such as `facts.example` */
  host: string;
  /** an image file; it is cropped if it is not as wide as high */
  image: Uint8Array | undefined;
}

sharp.concurrency(1);

const FACE = 'Alfa Slab One';
// Pango finds the characters of all parts by the face's name after each was opened.
for (const part of FACE_PARTS) {
  const fontfile = join(import.meta.dirname, `slab-${part}.ttf`);
  await sharp({ text: { text: 'A', font: FACE, fontfile } })
    .raw()
    .toBuffer();
}

interface TextStyle {
  color: string;
  /** in pixels */
  size: number;
  /** where lines end at the latest, in pixels */
  width?: number;
  align?: 'left' | 'right';
}

/** The pixels of a text without anything around them. */
function render(text: string, { color, size, ...style }: TextStyle) {
  const hasAccents = ACCENTED_CAPITAL.test(text.normalize('NFD'));
  const lineHeight = hasAccents ? ACCENTED_LINE_HEIGHT : LINE_HEIGHT;
  const markup = `<span foreground="${color}" line_height="${lineHeight}">${escapeMarkup(text)}</span>`;
  return sharp({ text: { text: markup, font: `${FACE} ${size}`, rgba: true, ...style } })
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

/** A joke's text as large as it fits, on lines of about the same width. */
async function renderLarge(text: string, width: number): Promise<Rendered> {
  const at = (size: number, lineWidth = width) =>
    render(text, { color: INK, size, width: Math.round(lineWidth) });
  // libvips's own search for the size ends too early where a letter leans out of its line.
  const size = await lastFit(TEXT.smallest, TEXT.largest, async (each) => {
    const { info } = await at(each);
    return info.width <= width + OVERHANG && info.height <= TEXT.height;
  });
  const full = await at(size);
  const narrowest = await lastFit(width, width / 2, async (each) => {
    const { info } = await at(size, each);
    return info.height < full.info.height + size / 2;
  });
  return at(size, narrowest);
}

/** Places a text on the card: where it starts, and the middle of its height. */
function place({ data, info }: Rendered, left: number, middle: number): OverlayOptions {
  const { width, height, channels } = info;
  const top = Math.round(middle - height / 2);
  return { input: data, raw: { width, height, channels }, left, top };
}

/** The PNG file with as many colors as fit into the limit of bytes. */
async function encode(card: Sharp): Promise<Buffer> {
  const pixels = await card.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = pixels.info;
  let file: Buffer = Buffer.alloc(0);
  for (const colors of COLORS) {
    file = await sharp(pixels.data, { raw: { width, height, channels } })
      .png({ palette: true, colors, dither: 0.6, compressionLevel: 9, effort: 4 })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer();
    if (file.byteLength <= MAXIMUM_BYTES) break;
  }
  return file;
}

/** The width of the image beside a text: longer texts need more room. */
function imageWidth(text: string): number {
  if (text.length < 150) return 500;
  return text.length < 300 ? 420 : 340;
}

/**
 * Draws the card of a joke: its text as large as it fits, its number and image, and the site's name and address. If
 * the face lacks one of the text's characters, such as Thai ones, the number takes the text's place.
 * @returns a PNG file of 1200 × 630 pixels and at most 200 KB
 * @throws {Error} if the image can't be decoded
 */
export async function drawCard(content: CardContent): Promise<Uint8Array> {
  const { jokeId, jokeText, host, image } = content;
  const beside = image ? imageWidth(jokeText) : 0;
  const number = `Fact no. ${jokeId}`;
  const text = cardText(jokeText);
  const large = await renderLarge(text ?? number, WIDTH - 2 * MARGIN - beside);
  const name = await render(PRODUCT_NAME.toUpperCase(), { color: ON_BAR, size: 38 });
  const invitationStyle = { color: ON_BAR, size: 23, width: 500, align: 'right' } as const;
  const invitation = await render(`Rate it at\n${host}`, invitationStyle);
  const layers = [
    place(large, MARGIN, TEXT.middle),
    place(name, 132, BAR.middle),
    place(invitation, WIDTH - MARGIN - invitation.info.width, BAR.middle),
  ];
  if (text !== undefined) {
    layers.push(place(await render(number, { color: RED, size: 40 }), MARGIN, 60));
  }
  if (image) {
    const cropped = sharp(image).resize(beside, BAR.top, { fit: 'cover' }).removeAlpha();
    layers.push({ input: await cropped.toBuffer(), left: WIDTH - beside, top: 0 });
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>${image ? '' : LARGE_STAR}${BAR_SHAPES}
  </svg>`;
  return encode(sharp(Buffer.from(svg)).composite(layers));
}
