import { useEffect } from 'react';
import { connectTheme } from '../stores/theme.ts';
import { syncVotesAcrossTabs } from '../stores/votes.ts';
import { connectSession } from './connect-session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { CurrentScreen } from './routes.tsx';

/** The application; must be rendered inside a router. */
export function App() {
  useEffect(syncVotesAcrossTabs, []);
  useEffect(connectSession, []);
  useEffect(connectTheme, []);
  return (
    <ErrorBoundary>
      <Layout>
        <CurrentScreen />
      </Layout>
    </ErrorBoundary>
  );
}
