// The smallest possible React site, with which P13 compares the site's scripts.
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const container = document.createElement('div');
document.body.append(container);
createRoot(container).render(createElement(StrictMode, null, createElement('div')));
