import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { signInAdmin, signOut } from '../stores/session.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { forgetModeration } from './app.tsx';

afterEach(() => vi.unstubAllGlobals());

test('after a logout nothing is left of what an administrator has loaded', { tags: 'U15' }, () => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  const client = createQueryClient();
  const stop = forgetModeration(client);
  signInAdmin('secret', 'chuck');
  client.setQueryData(['moderation', 'queue', 'oldest'], 'private');
  client.setQueryData(['joke', 5], 'public');
  signOut();
  expect(client.getQueryCache().getAll()).toHaveLength(1);
  stop();
});
