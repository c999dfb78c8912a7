import express from 'express';
import { expect, test, vi } from 'vitest';
import { serve } from '../../../tests/support/api/serve.ts';
import { handleErrors } from './error-handler.ts';
import { logRequests } from './request-log.ts';

test('a response that fails halfway is interrupted, and only our log reports the failure', async () => {
  const consoleError = vi.spyOn(console, 'error');
  const lines: object[] = [];
  const log = (entry: object) => void lines.push(entry);
  const app = express();
  app.use(logRequests({ log, clock: Date.now }));
  app.get('/', (_request, response) => {
    response.write('half');
    throw new Error('There is no more');
  });
  app.use(handleErrors(log));
  const origin = await serve(app);

  const whole = fetch(origin).then((response) => response.text());
  await expect(whole).rejects.toThrow(TypeError);
  await expect
    .poll(() => lines)
    .toMatchObject([
      {
        severity: 'ERROR',
        request_id: expect.any(String),
        stack_trace: expect.stringMatching(/^Error: There is no more/),
      },
      { severity: 'WARNING', status: 200, error: 'internal' },
    ]);
  expect(lines[0]).toHaveProperty('request_id', Reflect.get(lines[1] ?? {}, 'request_id'));
  expect(consoleError).not.toHaveBeenCalled();
});

test.each([
  [
    'is thrown',
    () => {
      throw new Error('Out of everyone’s reach');
    },
  ],
  ['rejects a promise', () => Promise.reject(new Error('Out of everyone’s reach'))],
])(
  'an error that %s in a handler is sent in the API’s format',
  { tags: 'X2' },
  async (_how, fail) => {
    const log = vi.fn();
    const app = express();
    app.get('/', fail);
    app.use(handleErrors(log));
    const origin = await serve(app);

    const response = await fetch(origin);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      detail: expect.stringMatching(/^Something went wrong/),
    });
    expect(log).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        severity: 'ERROR',
        stack_trace: expect.stringMatching(/^Error: Out of everyone’s reach/),
      }),
    );
  },
);
