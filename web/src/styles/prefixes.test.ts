import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');

/** What the classes of a component's styles begin with; its file's name if it is not here. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = {
  backdrop: ['backdrop', 'menu-toggle', 'more-button'],
  'admin-image-button': ['admin-image'],
  'bulk-bar': ['bulk-', 'joke-select'],
  'daily-joke': ['daily'],
  developers: ['developers', 'api-', 'code-', 'try-'],
  dialogs: [
    'added-words',
    'dashboard',
    'edit-form',
    'moderated-text',
    'password-',
    'preview-',
    'reject-',
    'removed-words',
    'similar-',
  ],
  'embed-dialog': ['embed-'],
  field: ['field', 'setting', 'text-field'],
  history: ['timeline'],
  about: ['statistic'],
  'home-screen': ['home-', 'joke-list'],
  'joke-card': ['joke', 'data-paired'],
  'joke-field': ['joke-'],
  'joke-filter': ['joke-tags', 'filter-links'],
  'joke-rating': ['joke-'],
  'joke-rows': ['joke-', 'moderated-text', 'report-', 'row-number'],
  'joke-screen': ['neighbors', 'related'],
  'joke-words': ['joke-'],
  'large-joke': ['single-'],
  layout: ['back-to-top', 'footer', 'main', 'offline-notice', 'screen-loading', 'skip-link'],
  'list-states': ['list-', 'skeleton'],
  menu: ['more'],
  'newest-screen': ['newest-'],
  'not-found-screen': ['not-found'],
  'own-submissions-list': ['own-'],
  'random-screen': ['random'],
  'ranked-list': ['ranked-', 'joke-'],
  'report-dialog': ['report-'],
  'responsive-image': ['image'],
  // What moderation's screens share, also the rows of controls of each.
  screen: [
    'admin-nav',
    'bulk-',
    'dashboard',
    'decision-toast',
    'filter-',
    'go-to-page',
    'joke-',
    'log-status',
    'moderation-',
    'queue-',
    'report-',
    'similar-head',
    'undo-button',
    'unsent-',
  ],
  search: ['search-'],
  session: ['session'],
  'share-buttons': ['share'],
  'share-dialog': ['share'],
  'similar-fact': ['similar-'],
  'single-screen': ['single-'],
  'star-rating': ['star'],
  story: ['chapter', 'signpost', 'story'],
  'submit-form': ['submit-'],
  'submit-screen': ['submit', 'guidelines'],
  tags: ['tag-', 'tagging'],
  'theme-switch': ['theme-'],
  'top-bar': ['top-bar', 'logo', 'menu', 'profile', 'admin-count', 'reported-count'],
  'top-screen': ['top'],
};

/** The selectors of a style sheet, without those of @rules and keyframes. */
function selectorsOf(css: string): string[] {
  const plain = css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '');
  return [...plain.matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim())
    .filter((selector) => !selector.startsWith('@'));
}

// styles/ belongs to the whole site.
const files = globSync('{app,components,features}/**/*.css', { cwd: folder });

test.each(files)('%s styles only its own component', (path) => {
  const name = basename(path, '.css');
  const prefixes = PREFIXES[name] ?? [name];
  const css = readFileSync(join(folder, path), 'utf8');
  const strangers = selectorsOf(css).filter(
    (selector) =>
      selector.includes('.') && !prefixes.some((prefix) => selector.includes(`.${prefix}`)),
  );
  expect(strangers).toEqual([]);
});
