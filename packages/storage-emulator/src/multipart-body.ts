import { invalid } from './storage-error.ts';

/** The two parts of a multipart upload. */
export interface MultipartBody {
  /** JSON */
  settings: string;
  /** The media part's own Content-Type. */
  contentType: string | null;
  content: Buffer;
}

/**
 * Reads a multipart/related body (RFC 2387): the object's settings as JSON, then its content.
 * @throws {StorageError} 400 if it is malformed
 */
export function parseMultipart(contentTypeHeader: string, body: Buffer): MultipartBody {
  const boundary = /^multipart\/related;.*\bboundary="?([^";]+)"?/i.exec(contentTypeHeader)?.[1];
  if (boundary === undefined) throw invalid('The body is not multipart/related.');
  const [settings, media, ...more] = split(body, boundary).map(parsePart);
  if (settings === undefined || media === undefined || more.length > 0) {
    throw invalid('A multipart upload has two parts.');
  }
  return {
    settings: settings.content.toString(),
    contentType: media.contentType,
    content: media.content,
  };
}

function split(body: Buffer, boundary: string): Buffer[] {
  const marker = Buffer.from(`\r\n--${boundary}`);
  const whole = Buffer.concat([Buffer.from('\r\n'), body]);
  const parts: Buffer[] = [];
  let start = whole.indexOf(marker);
  while (start !== -1) {
    const next = whole.indexOf(marker, start + marker.length);
    if (next === -1) break;
    parts.push(whole.subarray(start + marker.length, next));
    start = next;
  }
  const end = start === -1 ? '' : whole.subarray(start + marker.length).toString('latin1');
  if (!end.startsWith('--')) throw invalid('The multipart body is truncated.');
  return parts;
}

function parsePart(part: Buffer): { contentType: string | null; content: Buffer } {
  const end = part.indexOf('\r\n\r\n');
  if (end === -1) throw invalid('A part has no header.');
  const header = part.subarray(0, end).toString('latin1');
  return {
    contentType: /^content-type:[ \t]*(.+?)[ \t]*$/im.exec(header)?.[1] ?? null,
    content: part.subarray(end + 4),
  };
}
