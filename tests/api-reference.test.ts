// @module-tag S2
// The module is declared for the web application.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../web/src/screens/developers/api-reference.d.ts" />
import { expect, test } from 'vitest';
import { apiReference } from '../web/build/api-reference.ts';

test('the reference for other sites leaves out what the contract calls internal', () => {
  const { joke, groups } = apiReference();
  const names = joke.map(([name]) => name);
  expect(names).toContain('`joke_text`');
  for (const name of ['text_hash', 'tagged', 'reject_reason', 'duplicate_of']) {
    expect(names).not.toContain(`\`${name}\``);
  }
  const calls = groups.flatMap((group) => group.calls);
  const image = calls.find(({ name }) => name === 'getImageFile');
  expect(image?.parameters.map(([name]) => name)).toEqual(['`name`']);
});
