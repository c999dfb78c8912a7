import { onlineManager } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { canonicalPath } from '../../functions/src/contract/routes.ts';
import { readPageAnswers } from './api/page-answers.ts';
import { App } from './app/app.tsx';
import { startSession } from './api/session.ts';
import { takeEarlyInput } from './app/early-input.ts';
import { layOutRows } from './app/lay-out-rows.ts';
import { loadScreen } from './app/routes.tsx';
import { startOffline } from './offline/start-offline.ts';
import { askForDecisions } from './facts/decision-news.ts';
import { followConnection } from './stores/connection.ts';
import { followStoredValues } from './stores/stored-value.ts';
import { followTheme } from './stores/theme.ts';
import './styles/site.css';

/** Shows the application: takes over the page that came with its content, or fills the shell. */
async function show(root: HTMLElement): Promise<void> {
  // The server knows the site's public origin, and states it in the canonical link.
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  const { origin } = new URL(canonical?.href ?? location.href);
  const page = (onStart?: () => void) => (
    <StrictMode>
      <BrowserRouter>
        <App answers={readPageAnswers()} origin={origin} onStart={onStart} />
      </BrowserRouter>
    </StrictMode>
  );
  if (!root.hasChildNodes()) {
    layOutRows(root);
    return createRoot(root).render(page());
  }
  // React drops clicks while it waits for a script. If this fails, the error boundary handles it.
  await loadScreen(location.pathname).catch(() => undefined);
  const repeatInput = takeEarlyInput(root);
  const onStart = () => {
    repeatInput();
    layOutRows(root);
  };
  // In short steps: the page can be used between them.
  startTransition(() => void hydrateRoot(root, page(onStart)));
}

function afterFirstView(): void {
  void startOffline();
  void askForDecisions();
}

// The server redirects other spellings, but Hosting's files and the page saved for offline have several.
const path = canonicalPath(location.pathname);
if (path !== location.pathname) {
  history.replaceState(history.state, '', path + location.search + location.hash);
}

// TanStack Query assumes a connection until the browser reports a change.
onlineManager.setOnline(navigator.onLine);
followTheme();
followConnection();
followStoredValues();
startSession();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root.');
void show(root);

if (document.readyState === 'complete') afterFirstView();
else addEventListener('load', afterFirstView);
