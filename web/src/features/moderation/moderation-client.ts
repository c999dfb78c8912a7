import { QueryClient } from '@tanstack/react-query';
import { mayPass } from '../../queries/create-query.ts';

const RETRIES = 2;

/** The cache of what the dashboard gets from the server. */
export function createModerationClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a call fails and says so, instead of waiting silently for a network.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < RETRIES && mayPass(error),
      },
    },
  });
}
