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
    const get = (path: string) => fetch(`http://127.0.0.1:${String(port)}/${path}`);

    const held = get('held');
    for (const way of ['immediate', 'callback', 'rejection']) {
      const response = await get(way);
      expect(response.status, way).toBe(500);
      expect(await response.json()).toEqual({
        detail: expect.stringMatching(/^Something went wrong on our side. Reference: [\w-]+$/),
      });
    }
    // In a domain, Node tracks all promises.
    expect(['undefined', 'null']).toContain(await (await get('domain')).text());
    await get('release');
    expect(await (await held).text()).toBe('held');

    child.disconnect();
    const [output, errors] = await printed;
    const lines: unknown[] = (output ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const failed = { severity: 'ERROR', message: 'GET compat failed' };
    const stack_trace = expect.stringMatching(/^RangeError: …\n +at /);
    expect(lines.filter((line) => JSON.stringify(line).includes(failed.message))).toMatchObject(
      Array.from({ length: 3 }, () => ({ ...failed, stack_trace })),
    );
    expect(errors).toBe('');
  },
);
