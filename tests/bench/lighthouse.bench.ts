import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { seedJokes } from '../../local/seed/index.ts';
import { closeServer } from '../../local/stack/http-server.ts';
import { startTestStack } from '../support/local/test-stack.ts';
import { buildFunctions, buildWeb } from '../../scripts/build.ts';
import { CHROMIUM_ARGUMENTS } from '../support/e2e/browser.ts';
import { requireBrowser } from '../support/browsers.ts';
import { startCdnServer } from '../support/bench/cdn-server.ts';
import {
  atMost,
  median,
  mustHold,
  type Benchmark,
  type Row,
} from '../support/bench/measurement.ts';

const PATHS = ['/', '/top-100', '/newest', '/random', '/fact/5'] as const;
const RUNS = 3;
const DEBUGGING_PORT = 9_333;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const MIN_PERFORMANCE = 98;
const MAX_BLOCKING_MS = 150;
const MAX_PAINT_RATIO = 1.15;

/** A page without its scripts: what the browser needs to show its text, and nothing else. */
function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^]*?<\/script>/g, '')
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '');
}

interface Measured {
  /** 0 to 100, in the order of the categories */
  scores: number[];
  /** milliseconds */
  blocking: number;
  paint: number;
}

async function measure(url: string): Promise<Measured> {
  const browser = await chromium.launch({
    executablePath: requireBrowser('chromium'),
    args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${DEBUGGING_PORT}`],
  });
  try {
    const result = await lighthouse(url, {
      port: DEBUGGING_PORT,
      onlyCategories: [...CATEGORIES],
      logLevel: 'silent',
    });
    if (!result) throw new Error('Lighthouse returned no result.');
    const { categories, audits } = result.lhr;
    return {
      scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
      blocking: audits['total-blocking-time']?.numericValue ?? Infinity,
      paint: audits['largest-contentful-paint']?.numericValue ?? Infinity,
    };
  } finally {
    await browser.close();
  }
}

function rowsOf(path: string, runs: readonly { site: Measured; plain: Measured }[]): Row[] {
  const scores = CATEGORIES.map((_, at) => median(runs.map(({ site }) => site.scores[at] ?? 0)));
  const [performance = 0, ...others] = scores;
  const paint = median(runs.map(({ site }) => site.paint));
  const plainBlocking = Math.round(median(runs.map(({ plain }) => plain.blocking)));
  return [
    mustHold(
      'P13',
      `Lighthouse (mobile) of ${path}: performance, accessibility, best practices, SEO`,
      scores.join(', '),
      `≥ ${MIN_PERFORMANCE}, 100, 100, 100`,
      performance >= MIN_PERFORMANCE && others.every((score) => score === 100),
    ),
    atMost(
      'P13',
      `… total blocking time in ms (of the page without scripts: ${plainBlocking})`,
      Math.round(median(runs.map(({ site }) => site.blocking))),
      MAX_BLOCKING_MS,
    ),
    atMost(
      'P13',
      `… Largest Contentful Paint (${Math.round(paint)} ms) ÷ that of the page without scripts`,
      paint / median(runs.map(({ plain }) => plain.paint)),
      MAX_PAINT_RATIO,
    ),
  ];
}

/** P13: Lighthouse's medians of three runs on an idle machine, compared with pages without scripts. */
export const benchmark: Benchmark = async () => {
  await buildFunctions();
  await buildWeb('production');
  const stack = await startTestStack({ seed: seedJokes() });
  const site = await startCdnServer(stack.origin);
  const plain = await startCdnServer(stack.origin, withoutScripts);
  try {
    const rows: Row[] = [];
    for (const path of PATHS) {
      const runs: { site: Measured; plain: Measured }[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        runs.push({
          site: await measure(site.origin + path),
          plain: await measure(plain.origin + path),
        });
      }
      rows.push(...rowsOf(path, runs));
    }
    return rows;
  } finally {
    await closeServer(site.server);
    await closeServer(plain.server);
    await stack.stop();
  }
};
