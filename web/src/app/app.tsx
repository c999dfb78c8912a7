import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { CurrentScreen } from './routes.tsx';

/** The application; must be rendered inside a router. */
export function App() {
  const [client] = useState(createQueryClient);
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
