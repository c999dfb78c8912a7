import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, type ComponentType } from 'react';
import { isReachable } from '../api/call.ts';
import { Screen } from '../ui/screen.tsx';
import { loadScript, NoConnectionError } from './load-script.ts';

/** How often to check for a connection while the screen waits for one. */
const CHECK_MS = 10_000;

/** Shown in place of a screen whose script can't be loaded offline; opens the screen when that is possible. */
function NeedsConnection() {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['reachable'],
    queryFn: isReachable,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: CHECK_MS,
    refetchOnReconnect: 'always',
  });
  useEffect(() => {
    // A page load, because browsers may remember that an import has failed.
    if (data === true) location.reload();
  }, [data]);
  return (
    <Screen title="This screen needs a connection">
      <div role="status">
        <p>
          The site can’t be reached, and this screen can’t be opened without it. It opens
          automatically when you are back online.
        </p>
      </div>
      <button
        type="button"
        className="button"
        aria-disabled={isFetching}
        onClick={() => void refetch()}
      >
        {isFetching ? 'Trying...' : 'Try again'}
      </button>
    </Screen>
  );
}

/**
 * A screen whose script is loaded when the screen is first opened. Without a connection, a notice
 * takes its place; a script that a deployment has removed reloads the page.
 */
export function lazyScreen<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  return lazy(async () => {
    try {
      return await loadScript(load);
    } catch (error) {
      if (error instanceof NoConnectionError) return { default: NeedsConnection };
      throw error;
    }
  });
}
