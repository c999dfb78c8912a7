import { QueryClient } from '@tanstack/react-query';
import { ApiError } from 'functions/contract';

const RETRIES = 2;
/** As long as the CDN serves a list without asking the server. */
const FRESH_MS = 60_000;

/** Only what may pass by itself is tried again: a fault of the server, or no connection. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'unavailable' || error.code === 'internal');
}

/** The cache of everything that comes from the server. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a call fails and says so, instead of waiting silently for a network.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < RETRIES && mayPass(error),
        staleTime: FRESH_MS,
      },
    },
  });
}
