import { sharp } from '../../../scripts/sharp.ts';

/** Creates a PNG file with a single color. */
export const solidPng = (width: number, height: number): Promise<Uint8Array> =>
  sharp({ create: { width, height, channels: 3, background: '#9e2a1f' } })
    .png()
    .toBuffer();
