import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The first four groups of an IPv6 address: the /64 that one household or phone is given. */
function ipv6Network(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/**
 * The network of the client that a request comes from. Every proxy appends the address that it saw to
 * X-Forwarded-For, so entries are trusted from the right: behind Hosting the last one is Hosting's own
 * address, added by Google's front end, and the one before it the client. Entries further left were
 * sent by the client and may be anything.
 * @param trustedHops entries at the right end that belong to our own proxies
 */
export function clientNetwork(request: Request, trustedHops: number): string {
  const hops = (request.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  const address = hops.at(-1 - trustedHops) || request.socket.remoteAddress || 'unknown';
  const unmapped = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(unmapped) ? ipv6Network(unmapped) : unmapped;
}
