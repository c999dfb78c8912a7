import { expect, test } from 'vitest';
import * as z from 'zod';
import { claimStack } from './claim.ts';
import { firebaseJsonSection } from './firebase-json.ts';
import { assertPortsAreFree, configuredPorts } from './ports.ts';
import { freePorts } from '../../tests/support/local/free-ports.ts';

test('offsets that are multiples of 100 never collide with each other or with the official suite', () => {
  const settings = z.object({ port: z.int(), websocketPort: z.optional(z.int()) });
  const all = Object.values(firebaseJsonSection('emulators')).flatMap((section) => {
    const { data } = settings.safeParse(section);
    return data === undefined
      ? []
      : [data.port, ...(data.websocketPort ? [data.websocketPort] : [])];
  });
  expect(all).toEqual(expect.arrayContaining(Object.values(configuredPorts('0'))));
  expect(new Set(all.map((port) => port % 100)).size).toBe(all.length);
});

test.each(['x', '1.5', '50', '56400', '-100', '1000', ' 100', '1e2', ''])(
  'PORT_OFFSET=%s is refused, and the message names it',
  (offset) => {
    expect(() => configuredPorts(offset)).toThrow(`PORT_OFFSET=${offset}`);
  },
);

test(
  'of simultaneous starts, the later ones say that a stack is already running',
  { tags: 'X11' },
  async () => {
    const { logging: ui, ...others } = await freePorts();
    const ports = { ...others, logging: 0, ui };
    const claim = await claimStack(ports, 'starting');
    await expect(assertPortsAreFree(ports)).rejects.toThrow(
      new RegExp(
        `^A local stack is already running at http://127.0.0.1:${ports.hosting}\\. To start another`,
      ),
    );
    await claim.release();
  },
);
