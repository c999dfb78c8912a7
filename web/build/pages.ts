import { PRODUCT_NAME } from '../../functions/src/contract/product.ts';
import { paths } from '../src/paths.ts';

/** A page that is written as a file when the site is built. */
export interface Page {
  /** its path, or the pattern of its paths */
  path: string;
  /** the path that is drawn, for a pattern */
  drawnAs?: string;
  /** the file, below the site's folder */
  file: string;
  /** the title, as the screen itself sets it */
  title: string;
  description: string;
  /** the screen's module below `web`, whose code the page asks for early; none where every page has it */
  screen?: string;
  /** Whether search engines may keep it. */
  indexed: boolean;
}

function titled(title: string): string {
  return `${title} | ${PRODUCT_NAME}`;
}

/** The public pages; all but the two last are in the sitemap. */
export const pages: readonly Page[] = [
  {
    path: paths.home,
    file: 'index.html',
    title: PRODUCT_NAME,
    description: `${PRODUCT_NAME} since 2005: every one approved by a human. Read them, rate them, add your own.`,
    indexed: true,
  },
  {
    path: paths.top,
    file: 'top-100.html',
    title: titled(`Top 100 ${PRODUCT_NAME}`),
    description: `The hundred best ${PRODUCT_NAME}, ranked by the votes of their readers.`,
    indexed: true,
  },
  {
    path: paths.random,
    file: 'random.html',
    title: titled('Random Chuck Norris Fact'),
    description: 'One fact, drawn at random. The next one is a key away.',
    screen: 'src/features/jokes/random/random-screen.tsx',
    indexed: true,
  },
  {
    path: paths.newest,
    file: 'newest.html',
    title: titled(`Newest ${PRODUCT_NAME}`),
    description: `The latest approved ${PRODUCT_NAME}, newest first.`,
    indexed: true,
  },
  {
    path: paths.submit,
    file: 'submit.html',
    title: titled('Submit a Fact'),
    description:
      'Add a fact of your own: 10 to 500 characters, read by a human before it is published.',
    screen: 'src/features/submission/submit-screen.tsx',
    indexed: true,
  },
  {
    path: paths.about,
    file: 'about.html',
    title: titled(`About ${PRODUCT_NAME}`),
    description: `What ${PRODUCT_NAME} is: live since 2005, relaunched in 2025, rated by its readers.`,
    screen: 'src/features/story/about-screen.tsx',
    indexed: true,
  },
  {
    path: paths.factsArchive,
    file: 'facts-archive.html',
    title: titled('Facts Archive'),
    description: 'Where the old numbered pages went, and where the facts are now.',
    screen: 'src/features/story/facts-archive-screen.tsx',
    indexed: true,
  },
  {
    path: paths.history,
    file: 'history.html',
    title: titled(`The History of ${PRODUCT_NAME}`),
    description: `Twenty years of ${PRODUCT_NAME}, 2005 to 2025.`,
    screen: 'src/features/story/history-screen.tsx',
    indexed: true,
  },
  {
    path: '/404',
    file: '404.html',
    title: titled('Page Not Found'),
    description: 'There is no such page.',
    screen: 'src/app/not-found-screen.tsx',
    indexed: false,
  },
  {
    path: paths.fact,
    // Any: nothing is known of it while it is drawn.
    drawnAs: '/fact/1',
    file: 'fact.html',
    title: titled('A fact'),
    description: `One of the ${PRODUCT_NAME}.`,
    screen: 'src/features/jokes/fact/fact-screen.tsx',
    indexed: true,
  },
];
