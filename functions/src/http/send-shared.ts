import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Request, Response } from 'express';

const compress = promisify(brotliCompress);

/** 6 ms for a list page, off the event loop, once in the time that the CDN keeps it. */
const THOROUGH = 11;
const QUICK = 5;
/** From this many bytes on, thoroughness takes too long. */
const LARGE = 64 * 1_024;

/**
 * Sends an answer that caches share: as brotli to whoever takes it, because it is compressed once and
 * delivered often. The caches keep both kinds apart by Vary, browsers by their ETags.
 * @param type such as `json`
 */
export async function sendShared(
  request: Request,
  response: Response,
  type: string,
  text: string,
): Promise<void> {
  response.vary('Accept-Encoding').type(type);
  const plain = Buffer.from(text);
  if (request.acceptsEncodings('br') !== 'br') {
    response.send(plain);
    return;
  }
  const packed = await compress(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: plain.length < LARGE ? THOROUGH : QUICK,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  response.set('Content-Encoding', 'br').send(packed);
}
