import { ApiError, type ErrorCode } from 'functions/contract';
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

async function triesOf(error: Error): Promise<number> {
  let tries = 0;
  const queryFn = () => {
    tries += 1;
    return Promise.reject(error);
  };
  const query = createQueryClient().fetchQuery({ queryKey: ['x'], queryFn, retryDelay: 0 });
  await expect(query).rejects.toBe(error);
  return tries;
}

test.each<[ErrorCode, number]>([
  ['unavailable', 3],
  ['internal', 3],
  ['outcome_unknown', 3],
  ['not_found', 1],
  ['too_many_requests', 1],
])('what fails with %s is tried this often: %i', async (code, tries) => {
  expect(await triesOf(new ApiError(code, 'No.'))).toBe(tries);
});

test(
  'offline, a list is requested, because the service worker may have it, fails at once, and is loaded when the browser is online',
  { tags: 'U5' },
  async () => {
    onTestFinished(() => onlineManager.setOnline(true));
    const client = createQueryClient();
    client.mount();
    onTestFinished(() => client.unmount());
    let requests = 0;
    const queryFn = () => {
      requests += 1;
      if (onlineManager.isOnline()) return Promise.resolve('facts');
      return Promise.reject(new ApiError('unavailable', 'No.'));
    };
    onlineManager.setOnline(false);
    const list = new QueryObserver(client, { queryKey: ['list'], queryFn });
    onTestFinished(list.subscribe(() => undefined));
    await expect.poll(() => list.getCurrentResult().status).toBe('error');
    expect(requests).toBe(1);
    // A form says so at once, too.
    const login = client.getMutationCache().build(client, { mutationFn: queryFn });
    await expect(login.execute(undefined)).rejects.toMatchObject({ code: 'unavailable' });
    onlineManager.setOnline(true);
    await expect.poll(() => list.getCurrentResult().data).toBe('facts');
    expect(requests).toBe(3);
  },
);
