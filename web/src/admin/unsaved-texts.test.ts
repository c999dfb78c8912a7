// @module-tag U21
import { expect, test } from 'vitest';
import { signOut } from '../stores/session.ts';
import { useAdministrator } from '../testing/administrator.ts';
import { keepText, unsavedText } from './unsaved-texts.ts';

useAdministrator();

test('what an administrator was writing about a fact is kept until it is saved, discarded, or the administrator leaves', () => {
  keepText(5, 'Half a sentence');
  keepText(6, 'Another');
  expect([unsavedText(5), unsavedText(6), unsavedText(7)]).toEqual([
    'Half a sentence',
    'Another',
    undefined,
  ]);
  keepText(6, undefined);
  expect([unsavedText(5), unsavedText(6)]).toEqual(['Half a sentence', undefined]);
  signOut();
  expect([unsavedText(5), sessionStorage.getItem('unsavedTexts')]).toEqual([undefined, null]);
});
