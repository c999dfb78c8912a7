import lighthouse, { type RunnerResult } from 'lighthouse';
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
  /** 0 to 100 by category */
  scores: Readonly<Record<(typeof CATEGORIES)[number], number>>;
  /** milliseconds */
  blocking: number;
  paint: number;
}

function measuredOf(result: RunnerResult | undefined): Measured {
  if (!result) throw new Error('Lighthouse returned no result.');
  const { categories, audits } = result.lhr;
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? Infinity;
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    blocking: value('total-blocking-time'),
    paint: value('largest-contentful-paint'),
  };
}

async function measure(url: string): Promise<Measured> {
  const browser = await chromium.launch({
    executablePath: requireBrowser('chromium'),
    args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${DEBUGGING_PORT}`],
  });
  try {
    return measuredOf(
      await lighthouse(url, {
        port: DEBUGGING_PORT,
        onlyCategories: [...CATEGORIES],
        logLevel: 'silent',
      }),
    );
  } finally {
    await browser.close();
  }
}

function rowsOf(path: string, runs: readonly Measured[], plain: readonly Measured[]): Row[] {
  const middle = (of: readonly Measured[], value: (run: Measured) => number) =>
    median(of.map(value));
  const scores = CATEGORIES.map((name) => middle(runs, ({ scores }) => scores[name]));
  const [performance = 0, ...others] = scores;
  const holds = performance >= MIN_PERFORMANCE && others.every((score) => score === 100);
  const paint = middle(runs, (run) => run.paint);
  return [
    mustHold(
      'P13',
      `Lighthouse (mobile) of ${path}: performance, accessibility, best practices, SEO`,
      scores.join(', '),
      `≥ ${MIN_PERFORMANCE}, 100, 100, 100`,
      holds,
    ),
    atMost(
      'P13',
      `… total blocking time in ms`,
      Math.round(middle(runs, (run) => run.blocking)),
      MAX_BLOCKING_MS,
    ),
    atMost(
      'P13',
      `… Largest Contentful Paint (${Math.round(paint)} ms) ÷ that of the page without scripts`,
      paint / middle(plain, (run) => run.paint),
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
      rows.push(
        ...rowsOf(
          path,
          runs.map((run) => run.site),
          runs.map((run) => run.plain),
        ),
      );
    }
    return rows;
  } finally {
    await closeServer(site.server);
    await closeServer(plain.server);
    await stack.stop();
  }
};
