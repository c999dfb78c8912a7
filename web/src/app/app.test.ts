import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { dropToken, signInAdmin, signOut } from '../stores/session.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { forgetDecisions } from './app.tsx';

afterEach(() => vi.unstubAllGlobals());

test(
  'after a logout the next administrator sees nothing of the last one’s decisions, but who signs in again does',
  { tags: 'U15' },
  async () => {
    vi.stubGlobal('localStorage', new MemoryStorage());
    vi.stubGlobal('sessionStorage', new MemoryStorage());
    const client = createQueryClient();
    const decisions = client.getMutationCache();
    const stop = forgetDecisions(client);
    signInAdmin('secret', 'chuck');
    const mutationFn = () => Promise.resolve('Approved fact no. 5.');
    await decisions.build(client, { mutationFn }).execute(undefined);
    dropToken('secret');
    signInAdmin('another secret', 'chuck');
    expect(decisions.getAll()).toHaveLength(1);
    signOut();
    expect(decisions.getAll()).toHaveLength(0);
    stop();
  },
);
