import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { connectTheme } from '../stores/theme.ts';
import { followOtherTabs } from '../stores/votes.ts';
import { connectSession } from './connect-session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { createQueryClient } from './query-client.ts';
import { AppRoutes } from './routes.tsx';

/** The whole application inside its providers. */
export function App() {
  const [client] = useState(createQueryClient);
  useEffect(followOtherTabs, []);
  useEffect(connectSession, []);
  useEffect(connectTheme, []);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
