import { expect, test } from 'vitest';
import { paths } from '../../../web/src/paths.ts';
import { startProxy, type Fate } from '../../support/e2e/proxy.ts';
import { firefox } from '../../support/engines/firefox.ts';
import { walkThrough } from '../../support/engines/walk.ts';

const walk = walkThrough(firefox);

// Firefox then reports the application's script as one that can't be loaded.
test('in Firefox, a link that is clicked before the application has loaded is followed', async () => {
  const { page, siteOrigin } = walk();
  const requested = Promise.withResolvers<void>();
  const held = Promise.withResolvers<Fate>();
  await using proxy = await startProxy(siteOrigin, {
    fateOf({ url = '' }) {
      if (!/^\/assets\/index-.*\.js$/.test(url)) return 'send';
      requested.resolve();
      return held.promise;
    },
  });
  await page.open(`${proxy.origin}/`);
  await requested.promise;
  await page.click(`a[href="${paths.history}"]`);
  await expect.poll(() => page.evaluate('location.pathname')).toBe(paths.history);
  held.resolve('drop');
});
