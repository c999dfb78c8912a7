import { BlockList, isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { Networks } from '../platform/quota.ts';
import googleNetworks from './google-networks.json' with { type: 'json' };

/**
 * Addresses of Google's own servers, from which Hosting calls the function. No customer of Google Cloud
 * can have them: these are the blocks of https://www.gstatic.com/ipranges/goog.json (2026-09-04) that do
 * not overlap with https://www.gstatic.com/ipranges/cloud.json.
 */
const google = new BlockList();
for (const block of googleNetworks) {
  const [network, bits] = ipaddr.parseCIDR(block);
  google.addSubnet(network.toString(), bits, network.kind());
}

const UNKNOWN: Networks = { subnet: 'unknown', provider: 'unknown' };

/** The networks of an address; undefined if the text is not an address. */
function networkOf(text = ''): (Networks & { google: boolean }) | undefined {
  const [plain = ''] = text.split('%');
  if (isIP(plain) === 0) return undefined;
  // An IPv4-mapped address as IPv4.
  const address = ipaddr.process(plain);
  const bytes = address.toByteArray();
  const isGoogle = google.check(address.toString(), address.kind());
  if (address instanceof ipaddr.IPv4) {
    const subnet = `${bytes.slice(0, 3).join('.')}.0/24`;
    return { subnet, provider: subnet, google: isGoogle };
  }
  const groups = address.parts.map((group) => group.toString(16));
  return {
    subnet: `${groups.slice(0, 3).join(':')}::/48`,
    provider: `${groups.slice(0, 2).join(':')}::/32`,
    google: isGoogle,
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
