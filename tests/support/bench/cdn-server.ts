import { createServer, type Server, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import { listeningPort, LOOPBACK } from '../../../local/stack/http-server.ts';

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest\+json|ld\+json|xml)|image\/svg)/;
/** What a CDN uses for files that it compresses as it sends them. */
const QUALITY = 5;

interface Stored {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Serves a site as its CDN does: compressed, and from memory after the first request of a URL.
 * @param change changes the text of a page
 */
export async function startCdnServer(
  siteOrigin: string,
  change: (html: string) => string = (html) => html,
): Promise<{ origin: string; server: Server }> {
  const stored = new Map<string, Stored>();
  async function load(path: string): Promise<Stored> {
    const response = await fetch(siteOrigin + path, { redirect: 'manual' });
    const headers = Object.fromEntries(response.headers);
    for (const name of ['content-encoding', 'content-length', 'connection', 'keep-alive']) {
      delete headers[name];
    }
    const type = headers['content-type'] ?? '';
    let body = Buffer.from(await response.arrayBuffer());
    if (type.startsWith('text/html')) body = Buffer.from(change(body.toString()));
    if (COMPRESSIBLE.test(type)) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
      body = brotliCompressSync(body, { params });
      headers['content-encoding'] = 'br';
    }
    return { status: response.status, headers, body };
  }
  async function respond(path: string, response: ServerResponse): Promise<void> {
    const found = stored.get(path) ?? (await load(path));
    stored.set(path, found);
    const { status, headers, body } = found;
    response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
  }
  const server = createServer((request, response) => {
    void respond(request.url ?? '/', response);
  });
  server.listen(0, LOOPBACK);
  return { origin: `http://${LOOPBACK}:${await listeningPort(server)}`, server };
}
