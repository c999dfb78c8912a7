import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { expect, test, vi } from 'vitest';
import { handleErrors } from './error-handler.ts';
import { logRequests } from './request-log.ts';

test('an answer that fails half-way is cut off, and logged as failed by nobody else', async () => {
  const complaint = vi.spyOn(console, 'error');
  const lines: object[] = [];
  const log = (entry: object) => void lines.push(entry);
  const app = express();
  app.use(logRequests({ log, clock: Date.now, config: { projectId: 'demo' } }));
  app.get('/', (_request, response) => {
    response.write('half');
    throw new Error('There is no more');
  });
  app.use(handleErrors(log));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  const whole = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await expect(whole).rejects.toThrow(TypeError);
  await vi.waitFor(() =>
    expect(lines).toMatchObject([
      {
        severity: 'ERROR',
        stack_trace: expect.stringMatching(/^Error: There is no more/),
      },
      { severity: 'WARNING', status: 200, outcome: 'failed', error: 'internal' },
    ]),
  );
  expect(complaint).not.toHaveBeenCalled();
  server.close();
});
