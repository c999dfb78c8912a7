import { randomInt } from 'node:crypto';
import { isListening, type Ports } from '../../../local/stack/ports.ts';

/**
 * Below the ports that systems assign to outgoing connections, so that none takes a port before its server
 * does; above the ports that browsers refuse.
 */
const UNASSIGNED_PORTS = { from: 20_000, to: 30_000 } as const;

/** Ports for a stack beside others: a free one where it must be known in advance, otherwise 0. */
export async function freePorts(): Promise<Ports> {
  const free = new Set<number>();
  while (free.size < 4) {
    const port = randomInt(UNASSIGNED_PORTS.from, UNASSIGNED_PORTS.to);
    if (!(await isListening(port))) free.add(port);
  }
  const [hosting = 0, auth = 0, hub = 0, logging = 0] = free;
  return { hosting, functions: 0, auth, firestore: 0, storage: 0, hub, logging, ui: 0 };
}
