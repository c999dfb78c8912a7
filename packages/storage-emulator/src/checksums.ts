import { createHash } from 'node:crypto';

/** The checksums of an object's content, in base64. */
export interface Checksums {
  crc32c: string;
  md5Hash: string;
}

/** @returns both checksums of `content`; crc32c as RFC 3720 §12.1 defines it, big-endian */
export function checksums(content: Uint8Array): Checksums {
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32c(content));
  return {
    crc32c: crc.toString('base64'),
    md5Hash: createHash('md5').update(content).digest('base64'),
  };
}

// The Castagnoli polynomial, its bits reversed.
const POLYNOMIAL = 0x82f63b78;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  }
  return value;
});

function crc32c(content: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of content) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
