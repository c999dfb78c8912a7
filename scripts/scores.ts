import { openScoreRefresh } from '../functions/src/operations/score-refresh/open-score-refresh.ts';
import { formatCount } from './counted.ts';
import type { CommandRun } from './site-command.ts';

const stars = (average: number) => average.toFixed(2);

function observe({ progress, signal }: CommandRun, what: string) {
  const onProgress = (done: number, ids: number) =>
    progress(`${what} up to no. ${formatCount(done)} of ${formatCount(ids)}`);
  return { onProgress, signal };
}

/** Refreshes the scores that order the Top 100 and prints the outcome. */
export async function refreshScores(run: CommandRun): Promise<void> {
  const refreshed = await openScoreRefresh(run.context).refresh(observe(run, 'Rewriting scores'));
  const { prior, rewritten } = refreshed;
  run.terminal.print(
    rewritten === 0
      ? `All scores are up to date with the average rating of ${stars(prior)}.`
      : `Scores rewritten: ${formatCount(rewritten)}, with the average rating of ${stars(prior)}.`,
  );
}

/** Prints whether the scores that order the Top 100 need a refresh; nothing if they don't. */
export async function checkScores(run: CommandRun): Promise<void> {
  const checked = await openScoreRefresh(run.context).check(observe(run, 'Checking scores'));
  const { prior, average, moved, outdated } = checked;
  const due = 'npm run ranking:refresh updates the Top 100.';
  if (moved) {
    run.terminal.print(
      `The average rating is ${stars(average)}, but scores are computed with ${stars(prior)}. ${due}`,
    );
  } else if (outdated > 0) {
    run.terminal.print(`Outdated scores: ${formatCount(outdated)}. ${due}`);
  }
}
