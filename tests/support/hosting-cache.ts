import { gunzipSync } from 'node:zlib';

// Source: https://firebase.google.com/docs/hosting/manage-cache: only GET is cached; the key is host, path,
// query and the headers that Vary names. Hosting adds these to Vary.
const HOSTING_VARIES_BY = ['accept-encoding', 'authorization', 'cookie'];

interface HostingAnswer {
  /** whether the request reached the function */
  reached: boolean;
  status: number;
  text: string;
}

/** A model of Firebase Hosting's CDN: one location with unlimited space. */
export interface HostingCache {
  get(path: string, headers?: Record<string, string>): Promise<HostingAnswer>;
}

/** The text of a response, of a compressed file too. */
export async function textOf(response: Response): Promise<string> {
  const body = Buffer.from(await response.arrayBuffer());
  const isFile = response.headers.get('content-type') === 'application/gzip';
  return (isFile ? gunzipSync(body) : body).toString();
}

/** How many seconds a shared cache may store a response (RFC 9111 §5.2); 0: not at all. */
function sharedLifetime(cacheControl: string): number {
  if (/\b(private|no-store|no-cache)\b/.test(cacheControl)) return 0;
  const seconds =
    /\bs-maxage=(\d+)/.exec(cacheControl)?.[1] ?? /\bmax-age=(\d+)/.exec(cacheControl)?.[1];
  return Number(seconds ?? 0);
}

/**
 * Creates an empty cache in front of the function.
 * @param origin the function's origin, such as `http://127.0.0.1:5001`
 * @param clock milliseconds since the epoch
 */
export function createHostingCache(origin: string, clock: () => number): HostingCache {
  const varyingBy = new Map<string, string[]>();
  const cached = new Map<string, { status: number; text: string; expires: number }>();

  function keyOf(url: string, headers: Headers): string {
    const names = varyingBy.get(url) ?? [];
    return JSON.stringify([url, ...names.map((name) => headers.get(name))]);
  }

  return {
    async get(path, init = {}) {
      const url = new URL(path, origin).href;
      const headers = new Headers(init);
      const found = cached.get(keyOf(url, headers));
      if (found && clock() < found.expires) return { reached: false, ...found };

      const response = await fetch(url, { headers, redirect: 'manual' });
      const text = await textOf(response);
      const { status } = response;
      const lifetime = sharedLifetime(response.headers.get('cache-control') ?? '');
      const vary = response.headers.get('vary')?.toLowerCase().split(/, */) ?? [];
      varyingBy.set(url, [...new Set([...HOSTING_VARIES_BY, ...vary])].sort());
      if (lifetime > 0) {
        const expires = clock() + lifetime * 1_000;
        cached.set(keyOf(url, headers), { status, text, expires });
      }
      return { reached: true, status, text };
    },
  };
}
