import { describe, expect, test } from 'vitest';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

const running = useApi([aJoke(1)]);

async function lineOf(path: string) {
  await running.api.request(path);
  const [line] = await running.loggedRequests(1);
  return line;
}

describe('the end of a request', () => {
  test.each([
    ['/jokes/1', 200, undefined],
    ['/jokes/2', 404, 'not_found'],
    ['/jokes/one', 422, 'invalid_input'],
  ])('of GET %s is in one line', async (path, status, error) => {
    expect(await lineOf(path)).toEqual({
      ...(error !== undefined && { error }),
      message: `GET getJoke ${status}`,
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      operation: 'getJoke',
      method: 'GET',
      status,
      severity: 'INFO',
      latency_ms: expect.any(Number),
    });
  });

  test('of a path that nothing has is in one line without it', async () => {
    const line = await lineOf('/made/up?by=whom');
    expect(line).toMatchObject({ message: 'GET unknown path 404', error: 'not_found' });
    expect(JSON.stringify(running.logged)).not.toContain('made');
  });
});
