import { expect, test } from 'vitest';
import { generateJokes } from '../../tests/support/generated-jokes.ts';
import { startTestStack } from '../../tests/support/local/test-stack.ts';

test('a stopped stack no longer answers on any of its ports', async () => {
  const stack = await startTestStack({ auth: true, seed: [...generateJokes({ count: 3 })] });
  const origins = [
    stack.origin,
    stack.functionOrigin(),
    `http://${stack.storage.host}`,
    `http://${stack.firestore.host}`,
    stack.authOrigin ?? '',
  ];
  expect((await fetch(stack.authOrigin ?? '')).status).toBe(200);
  await stack.stop();
  for (const origin of origins) await expect(fetch(origin)).rejects.toThrow('fetch failed');
});
