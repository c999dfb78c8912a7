import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { numberedJokes } from './site.ts';
import { counts, field, openForm } from './submit-steps.ts';
import { useSite } from './use-site.ts';

const site = useSite(numberedJokes(1));

const FULL = '500/500 characters';
const AS_LONG = 'That is as long as a fact gets.';

const paste = (page: Page, text: string) => page.keyboard.insertText(text);
const putCaret = (page: Page, place: number) =>
  page.evaluate(`document.querySelector('textarea').setSelectionRange(${place}, ${place})`);
const caret = (page: Page) =>
  page.evaluate<number>("document.querySelector('textarea').selectionEnd");

test('what is pasted is capped at 500 characters, and that is said', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openForm(page);
  await field(page).focus();
  await paste(page, 'x'.repeat(600));
  await counts(page, FULL);
  expect(await field(page).inputValue()).toBe('x'.repeat(500));
  await page.getByRole('status').getByText(AS_LONG).waitFor();
  await field(page).press('Backspace');
  await counts(page, '499/500 characters');
  expect(await page.getByText(AS_LONG).count()).toBe(0);
  await page.keyboard.type('yz');
  expect(await field(page).inputValue()).toBe(`${'x'.repeat(499)}y`);
});

test('500 emoji fit, though they are 1,000 units of UTF-16', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openForm(page);
  await field(page).focus();
  await paste(page, '🥋'.repeat(501));
  await counts(page, FULL);
  expect(await field(page).inputValue()).toBe('🥋'.repeat(500));
});

test('an insertion is shortened, what stands behind it stays, and so does the caret', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openForm(page);
  await field(page).fill('a'.repeat(490));
  await putCaret(page, 5);
  await paste(page, 'b'.repeat(20));
  await counts(page, FULL);
  expect(await field(page).inputValue()).toBe('a'.repeat(5) + 'b'.repeat(10) + 'a'.repeat(485));
  expect(await caret(page)).toBe(15);
  await page.keyboard.type('c');
  expect(await caret(page)).toBe(15);
});

test('a word that is being composed is left alone until it is finished', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openForm(page);
  await field(page).fill('x'.repeat(499));
  await field(page).press('End');
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'かき', selectionStart: 2, selectionEnd: 2 });
  await counts(page, '501/500 characters');
  await input.send('Input.insertText', { text: 'かき' });
  await counts(page, FULL);
  expect(await field(page).inputValue()).toBe(`${'x'.repeat(499)}か`);
});
