import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startAfterFirstView } from './app/after-first-view.ts';
import { App } from './app/app.tsx';
import './styles/tokens.css';
import './styles/base.css';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element #root.');
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
startAfterFirstView();
