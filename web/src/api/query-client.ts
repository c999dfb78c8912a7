import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from 'functions/contract';
import { isRefusal } from './failure.ts';

const FRESH_MS = 60_000;
const RETRIES = 2;

// By default it takes a timer, and a key that is pressed meanwhile acts on an older screen.
notifyManager.setScheduler(queueMicrotask);

/** Creates the cache of the server's responses. They last as long as the page. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, the service worker may answer; otherwise a call fails visibly instead of waiting.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        staleTime: FRESH_MS,
        gcTime: Infinity,
        // Offline, it fails at once, and loads again when the browser is online.
        retry: (failures, error) =>
          failures < RETRIES &&
          onlineManager.isOnline() &&
          error instanceof ApiError &&
          !isRefusal(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}
