import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod';
import { findClaim } from './claim.ts';
import { firebaseJsonSection, root } from './firebase-json.ts';
import { listeningPort, LOOPBACK } from './http-server.ts';

/** The parts of the local stack that have a port. */
const PARTS = [
  ['hosting', 'the site'],
  ['functions', 'the API'],
  ['auth', 'the Auth emulator'],
  ['firestore', 'the Firestore emulator'],
  ['storage', 'the Storage emulator'],
  ['hub', "the Auth emulator's hub"],
  ['logging', "the Auth emulator's log"],
  ['ui', "the stack's name"],
] as const;

/** The port of each part of the local stack; 0: any free port. */
export type Ports = Readonly<Record<(typeof PARTS)[number][0], number>>;

/** Beyond it, a port would be above 65535. */
const HIGHEST_OFFSET = 56_300;
/** Browsers refuse to open a site on this port: https://fetch.spec.whatwg.org/#bad-port */
const REFUSED_BY_BROWSERS = 6000;

/**
 * The ports of firebase.json plus PORT_OFFSET, so that stacks can run side by side. The ports differ in
 * their last two digits: offsets that are multiples of 100 never lead to the same port.
 * @param offset the value of the environment variable PORT_OFFSET
 * @throws {Error} if the offset can't be used
 */
export function configuredPorts(offset = process.env['PORT_OFFSET'] ?? '0'): Ports {
  const moved = Number(offset);
  if (!/^\d+$/.test(offset) || moved % 100 !== 0 || moved > HIGHEST_OFFSET) {
    throw new Error(
      `PORT_OFFSET=${offset} can't be used: it must be a multiple of 100, from 0 to ${HIGHEST_OFFSET}.`,
    );
  }
  const port = z.object({ port: z.int() }).transform((part) => part.port + moved);
  const ports = z
    .object({
      hosting: port,
      functions: port,
      auth: port,
      firestore: port,
      storage: port,
      hub: port,
      logging: port,
      ui: port,
    })
    .parse(firebaseJsonSection('emulators'));
  if (ports.hosting !== REFUSED_BY_BROWSERS) return ports;
  throw new Error(
    `PORT_OFFSET=${offset} can't be used: browsers refuse port ${REFUSED_BY_BROWSERS}, to which it moves the site.`,
  );
}

/** A command as it must be typed to act on the stack of the configured ports. */
export function typedHere(command: string, offset = process.env['PORT_OFFSET'] ?? '0'): string {
  return Number(offset) === 0 ? command : `PORT_OFFSET=${offset} ${command}`;
}

/**
 * Checks that ports of a stack are free.
 * @throws {Error} says that a stack is already running there, or names each port in use and its purpose;
 *   says how to use other ports
 */
export async function assertPortsAreFree(ports: Partial<Ports>): Promise<void> {
  const taken: string[] = [];
  for (const [part, purpose] of PARTS) {
    const port = ports[part];
    const problem = port === undefined ? null : await openError(port);
    const what = problem === 'EADDRINUSE' ? 'in use by another program' : `refused (${problem})`;
    if (problem !== null) taken.push(`Port ${port}, for ${purpose}, is ${what}.`);
  }
  if (taken.length === 0) return;
  const next = String(Number(process.env['PORT_OFFSET'] ?? 0) + 100);
  const elsewhere = typedHere('npm start', next);
  const claim = await findClaim(ports);
  const other = claim?.folder === root ? '' : `, which belongs to ${claim?.folder}`;
  const where = ports.hosting === undefined ? '' : ` at http://${LOOPBACK}:${ports.hosting}`;
  throw new Error(
    claim
      ? `A local stack is already running${where}${other}. To start another one beside it: ${elsewhere}`
      : [...taken, `Stop that program, or start a stack on other ports: ${elsewhere}`].join('\n'),
  );
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
