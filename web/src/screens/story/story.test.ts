import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import PrivacyScreen from './privacy-screen.tsx';
import { contactLine } from './story.tsx';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['boss@facts.example', '<a href="mailto:boss@facts.example">boss@facts.example</a>'],
  ['https://facts.example/write', '<a href="https://facts.example/write">facts.example/write</a>'],
])('a page says how to reach %s', (contact, link) => {
  vi.stubEnv('CONTACT', contact);
  expect(renderToStaticMarkup(contactLine())).toContain(link);
});

test('the privacy page says who runs the site, unless the site names nobody', () => {
  const page = () =>
    renderToStaticMarkup(createElement(MemoryRouter, null, createElement(PrivacyScreen)));
  vi.stubEnv('CONTACT', 'boss@facts.example');
  expect(page()).toMatch(/Who runs this site.*You can reach the people.*None of them/);
  vi.stubEnv('CONTACT', '');
  expect(page()).not.toContain('Who runs');
});
