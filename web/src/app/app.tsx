import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { seedQueries, type PageAnswer } from '../api/page-answers.ts';
import { createQueryClient } from '../api/query-client.ts';
import { useSession } from '../stores/session.ts';
import { SiteOrigin } from '../ui/head.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { CurrentScreen } from './routes.tsx';

interface AppProps {
  /** the answers to the first screen's queries */
  answers: readonly PageAnswer[];
  /** the site's origin, such as `https://facts.example` */
  origin: string;
  /** called in the browser when the first screen is hydrated and shows the stored values */
  onStart?: (() => void) | undefined;
}

/** Marks the page as started, and calls `onStart`, when the screen before it is hydrated. */
function Started({ onStart }: Pick<AppProps, 'onStart'>) {
  const hydrated = useHydrated();
  useEffect(() => {
    if (!hydrated) return;
    // For tests: from now on, controls work.
    document.documentElement.dataset['started'] = '';
    // Not during React's own work, which would delay the changes that the caller's events make.
    if (onStart) queueMicrotask(onStart);
  }, [hydrated, onStart]);
  return null;
}

/**
 * Removes what an administrator has loaded when they leave.
 * @returns a function that ends this
 */
export function forgetModeration(client: QueryClient): () => void {
  return useSession.subscribe(({ is }) => {
    if (is === 'signed-out') client.removeQueries({ queryKey: ['moderation'] });
  });
}

/** The application; must be rendered inside a router. */
export function App({ answers, origin, onStart }: AppProps) {
  const { key, pathname } = useLocation();
  const [client] = useState(() => {
    const created = createQueryClient();
    seedQueries(created, answers, key);
    return created;
  });
  useEffect(() => forgetModeration(client), [client]);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <SiteOrigin value={origin}>
          <Layout>
            <ErrorBoundary key={pathname}>
              <CurrentScreen />
            </ErrorBoundary>
            <Started onStart={onStart} />
          </Layout>
        </SiteOrigin>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
