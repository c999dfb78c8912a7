import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { connectTheme } from '../stores/theme.ts';
import { syncVotesAcrossTabs } from '../stores/votes.ts';
import { connectSession } from './connect-session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { CurrentScreen } from './routes.tsx';

/** The application; must be rendered inside a router. */
export function App() {
  const [client] = useState(createQueryClient);
  useEffect(syncVotesAcrossTabs, []);
  useEffect(connectSession, []);
  useEffect(connectTheme, []);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <Layout>
          <CurrentScreen />
        </Layout>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
