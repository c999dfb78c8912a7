// Source: https://firebase.google.com/docs/hosting/manage-cache: only GET is kept; the key is host,
// path and query plus what Vary names, to which Hosting adds these.
const HOSTING_VARIES_BY = ['accept-encoding', 'authorization', 'cookie'];

export interface HostingAnswer {
  /** whether the request reached the function */
  reached: boolean;
  status: number;
  text: string;
}

/** A model of the CDN of Firebase Hosting: one place of it, with room for everything. */
export interface HostingCache {
  get(path: string, headers?: Record<string, string>): Promise<HostingAnswer>;
}

/** Seconds that a shared cache may keep an answer (RFC 9111 §5.2); 0 for not at all. */
function sharedLifetime(cacheControl: string): number {
  if (/\b(private|no-store|no-cache)\b/.test(cacheControl)) return 0;
  const seconds =
    /\bs-maxage=(\d+)/.exec(cacheControl)?.[1] ?? /\bmax-age=(\d+)/.exec(cacheControl)?.[1];
  return Number(seconds ?? 0);
}

/**
 * @param origin the function's, such as `http://127.0.0.1:5001`
 * @param clock milliseconds since the epoch
 */
export function createHostingCache(origin: string, clock: () => number): HostingCache {
  const varyingBy = new Map<string, string[]>();
  const kept = new Map<string, { status: number; text: string; expires: number }>();

  function keyOf(address: string, headers: Headers): string {
    const names = varyingBy.get(address) ?? [];
    return JSON.stringify([address, ...names.map((name) => headers.get(name))]);
  }

  return {
    async get(path, init = {}) {
      const address = new URL(path, origin).href;
      const headers = new Headers(init);
      const found = kept.get(keyOf(address, headers));
      if (found && clock() < found.expires) return { reached: false, ...found };

      const response = await fetch(address, { headers });
      const text = await response.text();
      const { status } = response;
      const lifetime = sharedLifetime(response.headers.get('cache-control') ?? '');
      const vary = response.headers.get('vary')?.toLowerCase().split(/, */) ?? [];
      varyingBy.set(address, [...new Set([...HOSTING_VARIES_BY, ...vary])].sort());
      if (lifetime > 0) {
        const expires = clock() + lifetime * 1_000;
        kept.set(keyOf(address, headers), { status, text, expires });
      }
      return { reached: true, status, text };
    },
  };
}
