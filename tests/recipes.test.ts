import { expect, test } from 'vitest';
import { LISTS_CACHE } from '../web/src/api/caches.ts';
import { applyRecipes } from './support/recipes.ts';

test('the recipes of docs/contributing.md fit the files that they edit', () => {
  expect(applyRecipes().size).toBeGreaterThan(0);
});

test('after the recipe for a field that visitors see, no list that a browser saved before is read', () => {
  const [, suffix] =
    /LISTS_CACHE = `\$\{OURS\}(.*?)`/.exec(applyRecipes().get('web/src/api/caches.ts') ?? '') ?? [];
  expect(suffix).toMatch(/^lists-/);
  expect(LISTS_CACHE.endsWith(`${suffix}`)).toBe(false);
});
