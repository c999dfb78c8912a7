// The least that a site on React is: what P13 compares the site's own scripts with.
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const container = document.createElement('div');
document.body.append(container);
createRoot(container).render(createElement(StrictMode, null, createElement('div')));
