import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { runNode } from '../../../tests/support/run-node.ts';

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

/** What answers requests for these paths, one after the other. */
async function answersTo(paths: readonly string[], inEmulator: boolean): Promise<string> {
  const source = `
    import { createServer } from 'node:http';
    import { replaceFramework } from '${new URL('framework.ts', import.meta.url).href}';
    const saying = (text) => (_request, response) => void response.end(text);
    replaceFramework(saying('application '), ${inEmulator});
    const server = createServer(saying('framework ')).listen(0, '127.0.0.1', async () => {
      for (const path of ${JSON.stringify(paths)}) {
        const response = await fetch('http://127.0.0.1:' + server.address().port + path);
        process.stdout.write(await response.text());
      }
      process.exit();
    });`;
  return (await runNode(['--input-type=module', '--eval', source])).output.trim();
}

test(
  'the framework answers no request but the question of Firebase’s emulator whether the function is ready',
  { tags: 'X1' },
  async () => {
    const paths = ['/__/health', '/__/other', '/__/health'];
    expect(await answersTo(paths, true)).toBe('framework application application');
    expect(await answersTo(paths, false)).toBe('application application application');
  },
);
