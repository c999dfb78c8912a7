import { onlineManager } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter, matchPath } from 'react-router-dom';
import { App } from './app/app.tsx';
import { connectSession } from './app/connect-session.ts';
import { watchInstallation } from './features/install/watch-installation.ts';
import { startVotes } from './features/jokes/send-votes.ts';
import { startOffline } from './features/offline/start-offline.ts';
import { readAttempt } from './features/submission/attempt.ts';
import { followTheme } from './stores/theme.ts';
import { followVotes } from './stores/votes.ts';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/print.css';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element #root.');

const page = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

// TanStack Query assumes a connection until the browser reports a change.
onlineManager.setOnline(navigator.onLine);

// The stores start empty, as they were when the page was prerendered.
followVotes();
followTheme();
connectSession();

// Markup that was prerendered for another path, or without a query such as `/?page=3`, is replaced.
const { path } = container.dataset;
const isPrerendered = path !== undefined && matchPath(path, location.pathname) !== null;
if (isPrerendered && location.search === '') hydrateRoot(container, page);
else createRoot(container).render(page);

startVotes();
if (navigator.onLine && readAttempt() !== null) {
  void import('./features/submission/submission.ts').then((module) => module.resumeSubmission());
}
watchInstallation();
addEventListener('load', () => void startOffline());
