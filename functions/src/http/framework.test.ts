import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const FUNCTION = new URL('../../../tests/support/api/failing-function.ts', import.meta.url);

test(
  'what a request throws outside a promise is its response and a line in the log; others are answered',
  { tags: 'X2' },
  async () => {
    const child = fork(FUNCTION, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const printed = Promise.all(
      [child.stdout, child.stderr].map((stream) => text(stream ?? Readable.from([]))),
    );
    const [port]: unknown[] = await once(child, 'message');
    const get = (path: string) => fetch(`http://127.0.0.1:${String(port)}${path}`);

    const waiting = get('/sitemap.xml');
    for (const way of ['in an immediate', 'in a callback', 'in a promise that nothing handles']) {
      const response = await get('/api/v1/health');
      expect(response.status, way).toBe(500);
      expect(await response.json()).toEqual({
        detail: expect.stringMatching(/^Something went wrong on our side. Reference: [\w-]+$/),
      });
    }
    // In a domain, Node tracks all promises.
    expect(await (await get('/api/v1/health')).json()).toEqual({
      detail: expect.stringMatching(/^domain: (null|undefined)$/),
    });
    expect((await waiting).status).toBe(200);

    child.disconnect();
    const [output = '', errors] = await printed;
    const lines = output.split('\n').filter((line) => line.includes('GET getHealth failed'));
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject(
      Array.from({ length: 3 }, () => ({
        severity: 'ERROR',
        stack_trace: expect.stringMatching(/^RangeError: …\n +at /),
      })),
    );
    expect(errors).toBe('');
  },
);
