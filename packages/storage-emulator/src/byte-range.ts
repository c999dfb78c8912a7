import { StorageError } from './storage-error.ts';

/** First and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The part of a content that a Range header asks for (RFC 9110 §14.1.2).
 * @returns null for the whole content, also when the header is not a byte range
 * @throws {StorageError} 416 if the range is outside the content, 501 for several ranges
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null) {
    if (header?.includes(',') === true) {
      throw new StorageError(501, 'notImplemented', 'Multiple ranges are not implemented.');
    }
    return null;
  }
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first > last) {
    throw new StorageError(416, 'requestedRangeNotSatisfiable', 'Request range not satisfiable');
  }
  return { first, last };
}
