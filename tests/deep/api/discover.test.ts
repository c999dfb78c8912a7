import { expect, test } from 'vitest';
import { createRandom, drawNormal } from '../../../local/seed/random.ts';
import { createServices } from '../../../functions/src/services.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';
import { siteTime } from '../../support/api-site.ts';

const JOKES = 300;
const running = useApi(Array.from({ length: JOKES }, (_, at) => aJoke(at + 1)));

/** The mean of a joke's votes in stars: every thirtieth is very good, every thirtieth very bad. */
function meanOf(id: number): number {
  if (id % 30 === 0) return 4.6;
  return id % 30 === 15 ? 1.6 : 3.2;
}

test('in a thousand visits of Random over ten days, good facts are seen at least five times as often as bad ones', async () => {
  const random = createRandom(7);
  const time = { now: siteTime() };
  await running.restart({ clock: () => time.now, random });
  const { jokes, ratings } = createServices(running.api.context);
  const seen = { good: 0, bad: 0 };
  for (let visit = 0; visit < 1_000; visit += 1) {
    const shown: number[] = [];
    for (let view = 0; view < 2; view += 1) {
      const exclude = shown.length === 0 ? undefined : shown.join(',');
      const { joke_id } = await jokes.random({ mix: 'discover', exclude });
      shown.push(joke_id);
      const mean = meanOf(joke_id);
      if (mean > 4) seen.good += 1;
      if (mean < 2) seen.bad += 1;
      const stars = Math.min(5, Math.max(1, Math.round(mean + drawNormal(random))));
      await ratings.add(joke_id, `voter-${visit}`, { stars, group: visit % 256 });
    }
    time.now += (10 * 86_400_000) / 1_000;
  }
  expect(seen.good / seen.bad).toBeGreaterThanOrEqual(5);
});
