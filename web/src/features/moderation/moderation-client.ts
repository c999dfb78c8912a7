import { QueryClient } from '@tanstack/react-query';
import { isTransient } from '../../api/create-query.ts';

const RETRIES = 2;

/** Creates the dashboard's query cache. */
export function createModerationClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a call fails visibly instead of waiting silently for a network.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
      },
    },
  });
}
