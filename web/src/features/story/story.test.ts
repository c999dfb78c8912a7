import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ContactLine } from './story.tsx';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['boss@facts.example', '<a href="mailto:boss@facts.example">boss@facts.example</a>'],
  ['https://facts.example/write', '<a href="https://facts.example/write">facts.example/write</a>'],
])('a page says how to reach %s', (contact, link) => {
  vi.stubEnv('CONTACT', contact);
  expect(renderToStaticMarkup(createElement(ContactLine))).toContain(link);
});

test('without a contact there is no such line', () => {
  vi.stubEnv('CONTACT', '');
  expect(renderToStaticMarkup(createElement(ContactLine))).toBe('');
});
