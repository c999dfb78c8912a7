import { onlineManager } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { readPageAnswers } from './api/page-answers.ts';
import { App } from './app/app.tsx';
import { connectSession } from './app/connect-session.ts';
import { startVotes } from './facts/send-votes.ts';
import { startOffline } from './offline/start-offline.ts';
import { askForDecisions } from './facts/ask-for-decisions.ts';
import { isUnfinished } from './facts/unfinished-submission.ts';
import { deleteRemovedValues } from './stores/removed-values.ts';
import { followStoredValues } from './stores/stored-value.ts';
import { followTheme } from './stores/theme.ts';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/forms.css';
import './styles/print.css';
import './styles/no-script.css';
import './styles/start-notice.css';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element #root.');

// The server knows the site's public origin, and states it in the canonical link.
const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
const { origin } = new URL(canonical?.href ?? location.href);

const page = (
  <StrictMode>
    <BrowserRouter>
      <App answers={readPageAnswers()} origin={origin} />
    </BrowserRouter>
  </StrictMode>
);

// TanStack Query assumes a connection until the browser reports a change.
onlineManager.setOnline(navigator.onLine);

deleteRemovedValues();
followTheme();
followStoredValues();
connectSession();

// In short steps: the page can be used between them.
if (container.hasChildNodes()) startTransition(() => void hydrateRoot(container, page));
else createRoot(container).render(page);
document.getElementById('start-notice')?.remove();

startVotes();
if (navigator.onLine && isUnfinished()) {
  void import('./facts/submission.ts').then((module) => module.resumeSubmission());
}

function afterFirstView(): void {
  void startOffline();
  askForDecisions();
}
if (document.readyState === 'complete') afterFirstView();
else addEventListener('load', afterFirstView);
