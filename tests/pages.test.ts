import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PRODUCT_NAME } from '../functions/src/contract/product.ts';
import { pages } from '../web/build/page-head.ts';
import { paths } from '../web/src/paths.ts';

test('every public screen has a page, and the login and admin screens have none', () => {
  const forAdmins: string[] = [paths.login, paths.admin, paths.hiddenAdmin, paths.setupAdmin];
  const screens = Object.values(paths).filter((path) => !forAdmins.includes(path));
  expect(pages.map(({ path }) => path).toSorted()).toEqual([...screens, '/404'].toSorted());
});

test.each(pages)(
  '$file has the name of the product in its title and preloads a screen that exists',
  ({ title, screen }) => {
    expect(title.endsWith(PRODUCT_NAME)).toBe(true);
    expect(existsSync(join(import.meta.dirname, '..', 'web', screen ?? ''))).toBe(true);
  },
);
