import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ResponsiveImage } from './responsive-image.tsx';

const FILE = '/api/v1/images/files/0123-640.webp';

function markup(lazy: boolean): { withScript: string; withoutScript: string } {
  const props = { imageUrl: FILE, alt: 'A roundhouse kick', sizes: '420px', lazy };
  const html = renderToStaticMarkup(createElement(ResponsiveImage, props));
  const [, withoutScript = ''] = /<noscript>(.*)<\/noscript>/.exec(html) ?? [];
  return { withScript: html.replace(/<noscript>.*<\/noscript>/, ''), withoutScript };
}

test('an image in the first view is requested by the page itself', () => {
  const { withScript, withoutScript } = markup(false);
  expect(withScript).toContain(` src="${FILE}"`);
  expect(withScript).toContain('loading="eager"');
  expect(withoutScript).toBe('');
});

test('another image is requested by a script near the view or, without scripts, by the browser', () => {
  const { withScript, withoutScript } = markup(true);
  expect(withScript).not.toContain(FILE);
  // Valid HTML: an image has an address, and sizes only for several addresses.
  expect(withScript).toContain(' src="data:image/gif;base64,');
  expect(withScript).not.toContain('sizes=');
  expect(withoutScript).toContain(` src="${FILE}"`);
  expect(withoutScript).toContain('loading="lazy"');
  const size = (html: string) => / width="\d+" height="\d+"/.exec(html)?.[0];
  expect(size(withoutScript)).toBe(size(withScript));
});
