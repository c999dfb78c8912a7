import { BlockList, isIP } from 'node:net';
import type { Request } from 'express';
import type { Networks } from '../platform/quota.ts';
import googleNetworks from './google-networks.json' with { type: 'json' };

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

const UNKNOWN: Networks = { subnet: 'unknown', provider: 'unknown' };

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
function networkOf(text = ''): (Networks & { google: boolean }) | undefined {
  const [address = ''] = text.split('%');
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) {
    const [first, second, third] = address.split('.');
    const subnet = `${first}.${second}.${third}.0/24`;
    return { subnet, provider: subnet, google: google.check(address, 'ipv4') };
  }
  const groups = groupsOf(address);
  const start = groups.join(':');
  // IPv4-mapped, and 6to4 (RFC 3056): both belong to the owner of the IPv4 address.
  if (start.startsWith('0:0:0:0:0:ffff:')) return networkOf(embeddedAddress(groups[6], groups[7]));
  if (start.startsWith('2002:')) return networkOf(embeddedAddress(groups[1], groups[2]));
  return {
    subnet: `${groups.slice(0, 3).join(':')}::/48`,
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
 * it is the client's, so that the caller can neither escape its quotas nor use up those of others. Hosting's
 * addresses can't be told apart from those of other Google services that send requests for their users. If one
 * of them passes on a forged X-Forwarded-For, only the limits for everyone remain.
 * @param trustedHops the number of entries at the right end that belong to our own proxies; with 0
 *   nothing is between the client and the front end
 * @returns `direct`: whether the function was called at its own URL, bypassing Hosting
 */
export function clientNetwork(request: Request, trustedHops: number) {
  const hops = (request.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  const socket = networkOf(request.socket.remoteAddress) ?? UNKNOWN;
  const client = networkOf(hops.at(-1 - trustedHops)) ?? socket;
  const caller = networkOf(hops.at(-1));
  const direct = trustedHops > 0 && !caller?.google;
  const { subnet, provider } = direct ? (caller ?? socket) : client;
  return { subnet, provider, direct };
}
