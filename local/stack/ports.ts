import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { FIREBASE_CONFIG_PATH } from './hosting/firebase-config.ts';
import { firebaseJsonSection, isJsonObject, projectId } from './firebase-json.ts';
import { listeningPort, LOOPBACK } from './http-server.ts';

/** The parts of the local stack. */
const PARTS = [
  ['hosting', 'the site'],
  ['functions', 'the API'],
  ['auth', 'the Auth emulator'],
  ['firestore', 'the Firestore emulator'],
  ['storage', 'the Storage emulator'],
  ['hub', "the Auth emulator's hub"],
  ['logging', "the Auth emulator's log"],
] as const;

/** The port of each part of the local stack; 0: any free port. */
export type Ports = Readonly<Record<(typeof PARTS)[number][0], number>>;

/** Browsers refuse to open a site on this port: https://fetch.spec.whatwg.org/#bad-port */
const REFUSED_BY_BROWSERS = 6000;

/**
 * The ports of firebase.json plus PORT_OFFSET, so that stacks can run side by side. The ports differ in
 * their last two digits: offsets that are multiples of 100 never lead to the same port.
 * @param offset the value of the environment variable PORT_OFFSET
 * @throws {Error} if the offset is not an integer or leads to a port that can't be used
 */
export function configuredPorts(offset: string = process.env['PORT_OFFSET'] ?? '0'): Ports {
  const emulators = firebaseJsonSection('emulators');
  const portOf = (part: keyof Ports): number => {
    const settings = emulators[part];
    const port = isJsonObject(settings) ? settings['port'] : undefined;
    if (typeof port !== 'number') throw new Error(`firebase.json has no port for "${part}".`);
    const moved = port + Number(offset);
    if (!Number.isInteger(moved) || moved < 1 || moved > 65_535) {
      throw new Error(
        `PORT_OFFSET=${offset} moves port ${port} to ${moved}, which is not a valid port.`,
      );
    }
    if (part === 'hosting' && moved === REFUSED_BY_BROWSERS) {
      throw new Error(
        `PORT_OFFSET=${offset} moves the site to port ${moved}, which browsers refuse.`,
      );
    }
    return moved;
  };
  return {
    hosting: portOf('hosting'),
    functions: portOf('functions'),
    auth: portOf('auth'),
    firestore: portOf('firestore'),
    storage: portOf('storage'),
    hub: portOf('hub'),
    logging: portOf('logging'),
  };
}

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
  return { hosting, functions: 0, auth, firestore: 0, storage: 0, hub, logging };
}

/**
 * Checks that the stack's ports are free.
 * @throws {Error} says that a stack is already running there, or names each port in use and its purpose;
 *   says how to use other ports
 */
export async function assertPortsAreFree(ports: Ports): Promise<void> {
  const taken: string[] = [];
  for (const [part, purpose] of PARTS) {
    const problem = await openError(ports[part]);
    const what = problem === 'EADDRINUSE' ? 'in use by another program' : `refused (${problem})`;
    if (problem !== null) taken.push(`Port ${ports[part]}, for ${purpose}, is ${what}.`);
  }
  if (taken.length === 0) return;
  const elsewhere = `PORT_OFFSET=${Number(process.env['PORT_OFFSET'] ?? 0) + 100} npm start`;
  const site = `http://${LOOPBACK}:${ports.hosting}`;
  throw new Error(
    (await isLocalSite(site))
      ? `A local stack is already running at ${site}. To start another one beside it: ${elsewhere}`
      : [...taken, `Stop that program, or use other ports: ${elsewhere}`].join('\n'),
  );
}

async function isLocalSite(origin: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(2000);
    const response = await fetch(origin + FIREBASE_CONFIG_PATH, { signal });
    const config: unknown = await response.json();
    return isJsonObject(config) && config['projectId'] === projectId;
  } catch {
    return false;
  }
}

/** Whether a program is listening on a port of this computer. */
export async function isListening(port: number): Promise<boolean> {
  return (await openError(port)) === 'EADDRINUSE';
}

/** Tries to listen on a port. @returns the code of the error; null: it works */
async function openError(port: number): Promise<string | null> {
  const server = createServer().listen(port, LOOPBACK);
  try {
    await listeningPort(server);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
  await once(server.close(), 'close');
  return null;
}
