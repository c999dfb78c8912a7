import { openScoreRefresh } from '../functions/src/operations/score-refresh/open-score-refresh.ts';
import type { CommandRun } from './site-command.ts';

const count = (number: number) => number.toLocaleString('en');
const stars = (average: number) => average.toFixed(2);

type Run = Pick<CommandRun, 'context' | 'terminal' | 'progress' | 'signal'>;

function observe({ progress, signal }: Run, what: string) {
  const onProgress = (done: number, ids: number) =>
    progress(`${what} up to no. ${count(done)} of ${count(ids)}`);
  return { onProgress, signal };
}

/** Refreshes the scores that order the Top 100, and says what it did. */
export async function refreshScores(run: Run): Promise<void> {
  const refreshed = await openScoreRefresh(run.context).refresh(observe(run, 'Rewriting scores'));
  const { prior, rewritten } = refreshed;
  run.terminal.say(
    rewritten === 0
      ? `All scores are up to date with the average rating of ${stars(prior)}.`
      : `Scores rewritten: ${count(rewritten)}, with the average rating of ${stars(prior)}.`,
  );
}

/** Says whether the scores that order the Top 100 need a refresh; nothing when they don't. */
export async function checkScores(run: Run): Promise<void> {
  const checked = await openScoreRefresh(run.context).check(observe(run, 'Checking scores'));
  const { prior, average, moved, outdated } = checked;
  const due = 'npm run ranking:refresh updates the Top 100.';
  if (moved) {
    run.terminal.say(
      `The average rating is ${stars(average)}; scores are computed with ${stars(prior)}. ${due}`,
    );
  } else if (outdated > 0) {
    run.terminal.say(`Scores to be rewritten: ${count(outdated)}. ${due}`);
  }
}
