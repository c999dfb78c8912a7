import { HtmlValidate } from 'html-validate/node';
import { beforeAll, expect, test } from 'vitest';
import { paths } from '../../../web/src/paths.ts';
import { generateImages } from '../../support/e2e/first-view-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

/** As many facts, the first ones of the Top 100, have an image. */
const IMAGES = 3;

const site = useSite(
  numberedJokes(45).map((joke) =>
    joke.joke_id <= IMAGES ? { ...joke, histogram: [0, 0, 0, 0, 9] } : joke,
  ),
);

beforeAll(() => generateImages(site.origin, IMAGES));

const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });

/** What html-validate finds in a page, with the markup around it. */
async function check(page: string): Promise<string[]> {
  const { results } = await validator.validateString(page);
  const messages = results.flatMap((result) => result.messages);
  return messages.map(({ message, offset }) => {
    return `${message}: ${page.slice(Math.max(0, offset - 60), offset + 120)}`;
  });
}

const screens = Object.values(paths).filter((path) => path !== paths.joke);

/** What a screen's path alone does not show: facts, further pages, results, embeds and errors. */
const FURTHER = [
  '/fact/1',
  '/fact/45',
  '/fact/46',
  '/?page=2',
  '/?page=999',
  '/search?q=fact',
  '/search?q=nothing+says+this',
  '/facts-archive/7',
  '/embed/fact/45',
  '/no-such-page',
];

test.each([...screens, ...FURTHER])('%s is served as valid HTML', async (path) => {
  const page = await (await fetch(site.origin + path)).text();
  expect(await check(page)).toEqual([]);
});
