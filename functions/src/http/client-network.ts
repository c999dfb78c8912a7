import { BlockList, isIP } from 'node:net';
import type { Request } from 'express';
import googleNetworks from './google-networks.json' with { type: 'json' };

/** Where a request comes from, as quotas count it. Both values are keys to compare, not addresses. */
export interface ClientNetwork {
  /** one address or home: IPv4 /32, IPv6 /64 */
  narrow: string;
  /** the network around it: IPv4 /24, IPv6 /48 */
  wide: string;
  /** what a provider has for many of its customers: IPv4 /16, IPv6 /32 */
  provider: string;
}

/**
 * Addresses of Google's own servers, from which Hosting calls the function. No customer of Google Cloud
 * can have them: these are the blocks of https://www.gstatic.com/ipranges/goog.json (2026-09-04) that do
 * not overlap with https://www.gstatic.com/ipranges/cloud.json.
 */
const google = new BlockList();
for (const block of googleNetworks) {
  const [address = '', bits] = block.split('/');
  google.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

const UNKNOWN: ClientNetwork = { narrow: 'unknown', wide: 'unknown', provider: 'unknown' };

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // URL normalizes an address to its canonical form.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
}

/** The IPv4 address in two groups of an IPv6 address. */
function embeddedAddress(high = '0', low = '0'): string {
  const [one, two] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [one >> 8, one & 255, two >> 8, two & 255].join('.');
}

/** The networks of an address; undefined if the text is not an address. */
function networkOf(text = ''): (ClientNetwork & { google: boolean }) | undefined {
  const [address = ''] = text.split('%');
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) {
    const [first, second, third] = address.split('.');
    return {
      narrow: address,
      wide: `${first}.${second}.${third}.0/24`,
      provider: `${first}.${second}.0.0/16`,
      google: google.check(address, 'ipv4'),
    };
  }
  const groups = groupsOf(address);
  const start = groups.join(':');
  // IPv4-mapped, and 6to4 (RFC 3056): both belong to the owner of the IPv4 address.
  if (start.startsWith('0:0:0:0:0:ffff:')) return networkOf(embeddedAddress(groups[6], groups[7]));
  if (start.startsWith('2002:')) return networkOf(embeddedAddress(groups[1], groups[2]));
  return {
    narrow: groups.slice(0, 4).join(':'),
    wide: `${groups.slice(0, 3).join(':')}::/48`,
    provider: `${groups.slice(0, 2).join(':')}::/32`,
    google: google.check(address, 'ipv6'),
  };
}

/**
 * The network of the client that sent a request. Every proxy appends the address that it saw to
 * X-Forwarded-For, so entries are trusted from the right. Behind Hosting the last entry is Hosting's
 * address, added by Google's front end, and the one before it is the client's. Entries further left were
 * sent by the client and may be anything.
 *
 * A caller that bypasses Hosting can make up all entries but the last. If the last one is not Google's,
 * the wider networks are the caller's own, and the narrow one includes it, so that the caller can neither
 * escape its quotas nor use up those of others. Hosting's addresses can't be told apart from those of other
 * Google services that send requests for their users. If one of them passes on a forged
 * X-Forwarded-For, only the limits for the whole site remain (`MemoryLimits`).
 * @param trustedHops the number of entries at the right end that belong to our own proxies; with 0
 *   nothing is between the client and the front end
 * @returns `direct`: whether the function was called at its own URL, bypassing Hosting
 */
export function clientNetwork(request: Request, trustedHops: number) {
  const hops = (request.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  const socket = networkOf(request.socket.remoteAddress) ?? UNKNOWN;
  const { narrow, wide, provider } = networkOf(hops.at(-1 - trustedHops)) ?? socket;
  const caller = networkOf(hops.at(-1));
  if (trustedHops === 0 || caller?.google) return { narrow, wide, provider, direct: false };
  const own = caller ?? socket;
  const direct = `${narrow} by ${own.narrow}`;
  return { narrow: direct, wide: own.wide, provider: own.provider, direct: true };
}
