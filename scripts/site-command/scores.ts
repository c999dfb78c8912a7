import {
  checkScores as checkStoredScores,
  refreshScores as refreshStoredScores,
} from '../../functions/src/operations/score-refresh.service.ts';
import { formatCount } from '../counted.ts';
import type { CommandRun } from './run-site-command.ts';

const stars = (average: number) => average.toFixed(2);

type Run = Pick<CommandRun, 'context' | 'terminal' | 'progress' | 'signal'>;

function observerOf({ terminal, progress, signal }: Run) {
  const onProblem = (problem: string) => terminal.printError(problem);
  return { onProgress: progress, onProblem, signal };
}

/** Refreshes the scores that order the Top 100 and prints the outcome. */
export async function refreshScores(run: Run): Promise<void> {
  const { prior, rewritten } = await refreshStoredScores(run.context, observerOf(run));
  run.terminal.print(
    rewritten === 0
      ? `All scores are up to date with the average rating of ${stars(prior)}.`
      : `Scores rewritten: ${formatCount(rewritten)}, with the average rating of ${stars(prior)}.`,
  );
}

/** Prints whether the scores that order the Top 100 need a refresh; nothing if they don't. */
export async function checkScores(run: Run): Promise<void> {
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
