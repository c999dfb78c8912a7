import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { FIREBASE_CONFIG_PATH } from './hosting/firebase-config.ts';
import { firebaseJsonSection, isJsonObject, projectId } from './firebase-json.ts';
import { LOOPBACK } from './http-server.ts';

const PURPOSES = {
  hosting: 'the site',
  functions: 'the API',
  auth: 'the Auth emulator',
  firestore: 'the Firestore emulator',
  storage: 'the Storage emulator',
  hub: "the Auth emulator's hub",
  logging: "the Auth emulator's log",
} as const;

type Part = keyof typeof PURPOSES;

/** The port of each part of the local stack; 0: any free port. */
export type Ports = Readonly<Record<Part, number>>;

function eachPart(portOf: (part: Part) => number): Ports {
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
  return eachPart((part) => {
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
  });
}

/**
 * Below the ports that systems assign to outgoing connections, so that none takes a port before its server
 * does; above the ports that browsers refuse.
 */
const UNASSIGNED_PORTS = { from: 20_000, to: 30_000 } as const;

/** Opens a free port that the system does not assign to others. */
async function openUnassignedPort(): ReturnType<typeof probe> {
  for (;;) {
    try {
      return await probe(randomInt(UNASSIGNED_PORTS.from, UNASSIGNED_PORTS.to));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
}

/** Ports for a stack beside others: a free one where it must be known in advance, otherwise 0. */
export async function freePorts(): Promise<Ports> {
  const open = openUnassignedPort;
  const probes = await Promise.all([open(), open(), open(), open()]);
  const [hosting = 0, auth = 0, hub = 0, logging = 0] = probes.map((server) => server.port);
  await Promise.all(probes.map((server) => server.close()));
  return { ...eachPart(() => 0), hosting, auth, hub, logging };
}

/**
 * Checks that the stack's ports are free.
 * @throws {Error} says that a stack is already running there, or names each port in use, its purpose and
 *   how to find the program that uses it; suggests an offset whose ports are free
 */
export async function assertPortsAreFree(ports: Ports): Promise<void> {
  const taken: string[] = [];
  for (const [part, purpose] of Object.entries(PURPOSES)) {
    const port = Object.entries(ports).find(([name]) => name === part)?.[1] ?? 0;
    try {
      await (await probe(port)).close();
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      taken.push(
        reason === 'EADDRINUSE'
          ? `Port ${port}, for ${purpose}, is in use. To see which program uses it: ${listenerCommand(port)}`
          : `Couldn't open port ${port}, for ${purpose} (${reason}).`,
      );
    }
  }
  if (taken.length === 0) return;
  const elsewhere = `PORT_OFFSET=${await freeOffset()} npm start`;
  const site = `http://${LOOPBACK}:${ports.hosting}`;
  throw new Error(
    (await isLocalSite(site))
      ? `A local stack is already running at ${site}. To start another one beside it: ${elsewhere}`
      : [...taken, `Stop that program, or use other ports: ${elsewhere}`].join('\n'),
  );
}

/** The smallest multiple of 100 whose ports are all free. */
async function freeOffset(): Promise<number> {
  const { hosting } = configuredPorts('0');
  for (let offset = 100; ; offset += 100) {
    if (hosting + offset === REFUSED_BY_BROWSERS) continue;
    const ports = Object.values(configuredPorts(String(offset)));
    const inUse = await Promise.all(ports.map(isListening));
    if (!inUse.includes(true)) return offset;
  }
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
  try {
    await (await probe(port)).close();
    return false;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return true;
    throw error;
  }
}

async function probe(port: number): Promise<{ port: number; close: () => Promise<unknown> }> {
  const server = createServer();
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  const close = () => once(server.close(), 'close');
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, close };
}

/** The system's command that shows which program listens on a port. */
function listenerCommand(port: number): string {
  if (process.platform === 'win32') return `netstat -ano | findstr :${port}`;
  if (process.platform === 'linux') return `ss -ltnp 'sport = :${port}'`;
  return `lsof -nP -iTCP:${port} -sTCP:LISTEN`;
}
