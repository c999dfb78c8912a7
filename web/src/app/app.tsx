import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { seedQueries, type PageAnswer } from '../api/page-answers.ts';
import { createQueryClient } from '../api/query-client.ts';
import { SiteOrigin } from '../ui/head.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { CurrentScreen } from './routes.tsx';

interface AppProps {
  /** what the first screen's queries have already got */
  answers: readonly PageAnswer[];
  /** the site's origin, such as `https://facts.example` */
  origin: string;
}

/** The application; must be rendered inside a router. */
export function App({ answers, origin }: AppProps) {
  const { key } = useLocation();
  const [client] = useState(() => {
    const created = createQueryClient();
    seedQueries(created, answers, key);
    return created;
  });
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <SiteOrigin value={origin}>
          <Layout>
            <CurrentScreen />
          </Layout>
        </SiteOrigin>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
