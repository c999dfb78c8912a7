import { PRODUCT_NAME } from '../../functions/src/contract/product.ts';
import { paths } from '../src/paths.ts';

/** A page that the build writes as an HTML file. */
export interface Page {
  /** its path, or a pattern of paths */
  path: string;
  /** the path to render, for a pattern */
  renderedAs?: string;
  /** the file name in the build output */
  file: string;
  /** the title, the same as the screen sets */
  title: string;
  description: string;
  /** the screen's module below `web`, to preload its code; omitted if it is in the main bundle */
  screen?: string;
  /** False if search engines must not index it. */
  indexed?: boolean;
}

function titled(title: string): string {
  return `${title} | ${PRODUCT_NAME}`;
}

/** The public pages; all but the last two are in the sitemap. */
export const pages: readonly Page[] = [
  {
    path: paths.home,
    file: 'index.html',
    title: PRODUCT_NAME,
    description: `${PRODUCT_NAME} since 2005: every one approved by a human. Read them, rate them, add your own.`,
  },
  {
    path: paths.top,
    file: 'top-100.html',
    title: titled(`Top 100 ${PRODUCT_NAME}`),
    description: `The 100 best ${PRODUCT_NAME}, ranked by their readers' votes.`,
  },
  {
    path: paths.random,
    file: 'random.html',
    title: titled('Random Chuck Norris Fact'),
    description: 'One fact, drawn at random. The next one is a key press away.',
    screen: 'src/features/jokes/random/random-screen.tsx',
  },
  {
    path: paths.newest,
    file: 'newest.html',
    title: titled(`Newest ${PRODUCT_NAME}`),
    description: `The latest approved ${PRODUCT_NAME}, newest first.`,
  },
  {
    path: paths.submit,
    file: 'submit.html',
    title: titled('Submit a Fact'),
    description:
      'Add a fact of your own: 10 to 500 characters, read by a human before it is published.',
    screen: 'src/features/submission/submit-screen.tsx',
  },
  {
    path: paths.about,
    file: 'about.html',
    title: titled(`About ${PRODUCT_NAME}`),
    description: `About ${PRODUCT_NAME}: live since 2005, relaunched in 2025, rated by its readers.`,
    screen: 'src/features/story/about-screen.tsx',
  },
  {
    path: paths.factsArchive,
    file: 'facts-archive.html',
    title: titled('Facts Archive'),
    description: 'Where the old numbered pages went, and where the facts are now.',
    screen: 'src/features/story/facts-archive-screen.tsx',
  },
  {
    path: paths.history,
    file: 'history.html',
    title: titled(`The History of ${PRODUCT_NAME}`),
    description: `Twenty years of ${PRODUCT_NAME}, 2005 to 2025.`,
    screen: 'src/features/story/history-screen.tsx',
  },
  {
    path: '/404',
    file: '404.html',
    title: titled('Page Not Found'),
    description: 'There is no such page.',
    screen: 'src/components/not-found-screen.tsx',
    indexed: false,
  },
  {
    path: paths.joke,
    // Any id works: the page is rendered without data.
    renderedAs: '/fact/1',
    file: 'fact.html',
    title: titled('A fact'),
    description: `One of the ${PRODUCT_NAME}.`,
    screen: 'src/features/jokes/joke/joke-screen.tsx',
  },
];
