import sharp, { type Sharp } from 'sharp';
import { PRODUCT_NAME } from '../../contract/index.ts';
import { setText, type Box, type TextStyle } from '../../typesetting/text-layout.ts';

const WIDTH = 1_200;
const HEIGHT = 630;
const MARGIN = 64;
const BAR = { top: 544, rule: 6 };
const TEXT_TOP = 122;
const TEXT_BOTTOM = BAR.top - 40;
const NUMBER = { y: 40, height: 40, size: 40 };
const NAME = { x: 132, width: 560, size: 38 };
/** The invitation on the bar's right. */
const INVITATION = { x: 732, size: 28 };

const PAPER = '#f5eddd';
const INK = '#1d1712';
/** of the large star behind the text */
const SHADE = '#efe4cc';
const RED = '#9e2a1f';
const BRASS = '#d79a2b';
const ON_BAR = '#f3e9d6';

/** Link previews of more bytes are refused or slow. */
const MAXIMUM_BYTES = 200_000;
/** Tried in order until the file is small enough. */
const COLORS = [256, 128, 64, 32, 16] as const;
const TIMEOUT_SECONDS = 10;

/** From this many characters on, the text face is easier to read than the slab. */
const LONG_TEXT = 150;
const SHORT: Omit<TextStyle, 'largest'> = { font: 'display', align: 'start', leading: 1.12 };
const LONG: Omit<TextStyle, 'largest'> = { font: 'text', align: 'start', leading: 1.24 };
const LARGEST = 180;

const STAR = 'M0-1 .25-.34.95-.31.4.13.59.81 0 .42-.59.81-.4.13-.95-.31-.25-.34Z';

/** What a card shows. */
export interface CardContent {
  jokeId: number;
  jokeText: string;
  /** the site's, such as `facts.example` */
  host: string;
  /** an image file; it is cropped if it is not as wide as high */
  image: Uint8Array | undefined;
}

export type DrawCard = typeof drawCard;

/** The width of the image beside a text: longer texts need more room. */
function imageWidth(text: string): number {
  if (text.length < LONG_TEXT) return 500;
  return text.length < 300 ? 420 : 340;
}

function line(text: string, box: Box, size: number): Promise<string> {
  return setText(text, box, { ...SHORT, largest: size });
}

/** The card without its image as SVG. @param right where the text ends */
async function drawSvg(
  { jokeId, jokeText, host, image }: CardContent,
  right: number,
): Promise<string> {
  const width = right - MARGIN;
  const number = `Fact no. ${jokeId}`;
  const box = { x: MARGIN, y: TEXT_TOP, width, height: TEXT_BOTTOM - TEXT_TOP };
  const style = jokeText.length < LONG_TEXT ? SHORT : LONG;
  const text = await setText(jokeText, box, { ...style, largest: LARGEST });
  const numberBox = { x: MARGIN, y: NUMBER.y, width, height: NUMBER.height };
  const barMiddle = (BAR.top + BAR.rule + HEIGHT) / 2;
  const onBar = { y: barMiddle - 30, height: 60 };
  const nameBox = { ...onBar, x: NAME.x, width: NAME.width };
  const invitationBox = { ...onBar, x: INVITATION.x, width: WIDTH - INVITATION.x - MARGIN };
  const invitation = `Rate it at ${host}`;
  const invitationStyle = {
    font: 'text',
    align: 'center',
    leading: 1.2,
    largest: INVITATION.size,
  } as const;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>
    ${image ? '' : `<path transform="translate(1010 300) scale(330)" fill="${SHADE}" d="${STAR}"/>`}
    <path fill="${RED}" d="${text === '' ? '' : await line(number, numberBox, NUMBER.size)}"/>
    <path fill="${INK}" d="${text === '' ? await line(number, box, LARGEST) : text}"/>
    <rect y="${BAR.top}" width="${WIDTH}" height="${HEIGHT - BAR.top}" fill="${INK}"/>
    <rect y="${BAR.top}" width="${WIDTH}" height="${BAR.rule}" fill="${BRASS}"/>
    <g transform="translate(${MARGIN + 26} ${barMiddle}) scale(26)">
      <circle r=".92" fill="none" stroke="${BRASS}" stroke-width=".15"/>
      <path transform="scale(.72)" fill="${BRASS}" d="${STAR}"/>
    </g>
    <path fill="${ON_BAR}" d="${await line(PRODUCT_NAME.toUpperCase(), nameBox, NAME.size)}"/>
    <path fill="${ON_BAR}" d="${await setText(invitation, invitationBox, invitationStyle)}"/>
  </svg>`;
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

/**
 * Draws the card of a joke: its text as large as it fits, its number and image, and the site's name and address. If
 * no font has one of its letters, such as Thai ones, the number takes the text's place.
 * @returns a PNG file of 1200 × 630 pixels and at most 200 KB
 * @throws {Error} if the image can't be decoded
 */
export async function drawCard(content: CardContent): Promise<Uint8Array> {
  sharp.concurrency(1);
  const { image, jokeText } = content;
  const beside = image ? imageWidth(jokeText) : 0;
  const svg = await drawSvg(content, WIDTH - MARGIN - beside);
  const card = sharp(Buffer.from(svg));
  if (!image) return encode(card);
  const cropped = await sharp(image)
    .resize(beside, BAR.top, { fit: 'cover' })
    .removeAlpha()
    .toBuffer();
  return encode(card.composite([{ input: cropped, left: WIDTH - beside, top: 0 }]));
}
