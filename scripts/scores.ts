import {
  checkScores as checkStoredScores,
  refreshScores as refreshStoredScores,
} from '../functions/src/operations/score-refresh.service.ts';
import { formatCount } from './counted.ts';
import type { CommandRun } from './site-command.ts';

const stars = (average: number) => average.toFixed(2);

/** Refreshes the scores that order the Top 100 and prints the outcome. */
export async function refreshScores({ context, terminal, observer }: CommandRun): Promise<void> {
  const { prior, rewritten } = await refreshStoredScores(context, observer);
  terminal.print(
    rewritten === 0
      ? `All scores are up to date with the average rating of ${stars(prior)}.`
      : `Scores rewritten: ${formatCount(rewritten)}, with the average rating of ${stars(prior)}.`,
  );
}

/** Prints whether the scores that order the Top 100 need a refresh; nothing if they don't. */
export async function checkScores({ context, terminal, observer }: CommandRun): Promise<void> {
  const { prior, average, moved, outdated } = await checkStoredScores(context, observer);
  const due = 'npm run ranking:refresh updates the Top 100.';
  if (moved) {
    terminal.print(
      `The average rating is ${stars(average)}, but scores are computed with ${stars(prior)}. ${due}`,
    );
  } else if (outdated > 0) {
    terminal.print(`Outdated scores: ${formatCount(outdated)}. ${due}`);
  }
}
