import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { firebaseJsonSection, isJsonObject } from './firebase-json.ts';
import { LOOPBACK } from './http-server.ts';

const USES = {
  hosting: 'the site',
  functions: 'the API',
  auth: 'the Auth emulator',
  firestore: 'the Firestore emulator',
  storage: 'the Storage emulator',
  hub: "the Auth emulator's hub",
  logging: "the Auth emulator's log",
} as const;

type Part = keyof typeof USES;

/** The port of each part of the local stack; 0 means any free one. */
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

/**
 * The ports of firebase.json, all moved by PORT_OFFSET so that two checkouts can run side by side.
 * @param offset the value of the environment variable PORT_OFFSET
 * @throws {Error} if it is no integer or leads to a port that does not exist
 */
export function configuredPorts(offset: string = process.env['PORT_OFFSET'] ?? '0'): Ports {
  const emulators = firebaseJsonSection('emulators');
  return eachPart((part) => {
    const settings = emulators[part];
    const port = isJsonObject(settings) ? settings['port'] : undefined;
    if (typeof port !== 'number') throw new Error(`firebase.json has no port for "${part}".`);
    const moved = port + Number(offset);
    if (!Number.isInteger(moved) || moved < 1 || moved > 65_535) {
      throw new Error(`PORT_OFFSET=${offset} moves port ${port} to ${moved}, which is no port.`);
    }
    return moved;
  });
}

/**
 * Below what systems give to connections that go out, so that none of them takes a port before its
 * server does; above those that browsers refuse.
 */
const UNASKED_PORTS = { from: 20_000, to: 30_000 } as const;

/** Opens a port that nobody is given who asks for any. */
async function openUnaskedPort(): ReturnType<typeof probe> {
  for (;;) {
    try {
      return await probe(randomInt(UNASKED_PORTS.from, UNASKED_PORTS.to));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
}

/** Ports for a stack beside others: free ones where they must be known beforehand, else 0. */
export async function anyPorts(): Promise<Ports> {
  const open = openUnaskedPort;
  const probes = await Promise.all([open(), open(), open(), open()]);
  const [hosting = 0, auth = 0, hub = 0, logging = 0] = probes.map((server) => server.port);
  await Promise.all(probes.map((server) => server.close()));
  return { ...eachPart(() => 0), hosting, auth, hub, logging };
}

/**
 * Checks that nothing else listens where the stack is going to.
 * @throws {Error} naming each port in use, what it is for and how to find out who has it
 */
export async function assertPortsAreFree(ports: Ports): Promise<void> {
  const taken: string[] = [];
  for (const [part, use] of Object.entries(USES)) {
    const port = Object.entries(ports).find(([name]) => name === part)?.[1] ?? 0;
    try {
      await (await probe(port)).close();
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      taken.push(
        reason === 'EADDRINUSE'
          ? `Port ${port}, for ${use}, is in use. To see by whom: ${whoListens(port)}`
          : `Port ${port}, for ${use}, cannot be opened (${reason}).`,
      );
    }
  }
  if (taken.length === 0) return;
  const hint = 'Stop that program, or move all ports: PORT_OFFSET=100 npm start';
  throw new Error([...taken, hint].join('\n'));
}

/** Whether a program listens on a port of this computer. */
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

function whoListens(port: number): string {
  if (process.platform === 'win32') return `netstat -ano | findstr :${port}`;
  if (process.platform === 'linux') return `ss -ltnp 'sport = :${port}'`;
  return `lsof -nP -iTCP:${port} -sTCP:LISTEN`;
}
