import {
  checkScores as checkStoredScores,
  refreshScores as refreshStoredScores,
} from '../functions/src/operations/score-refresh.service.ts';
import { formatCount } from './counted.ts';
import type { CommandRun } from './site-command.ts';

const stars = (average: number) => average.toFixed(2);

function observerOf({ progress, listProblem, signal }: CommandRun) {
  return { onProgress: progress, onProblem: listProblem, signal };
}

/** Refreshes the scores that order the Top 100 and prints the outcome. */
export async function refreshScores(run: CommandRun): Promise<void> {
  const { prior, rewritten } = await refreshStoredScores(run.context, observerOf(run));
  run.terminal.print(
    rewritten === 0
      ? `All scores are up to date with the average rating of ${stars(prior)}.`
      : `Scores rewritten: ${formatCount(rewritten)}, with the average rating of ${stars(prior)}.`,
  );
}

/** Prints whether the scores that order the Top 100 need a refresh; nothing if they don't. */
export async function checkScores(run: CommandRun): Promise<void> {
  const checked = await checkStoredScores(run.context, observerOf(run));
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
