import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/print.css';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element #root.');
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
