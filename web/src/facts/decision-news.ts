import { flag, oneOf, storedValue } from '../stores/stored-value.ts';

/**
 * Whether a submission of this browser waits for its decision, or was decided and the visitor has not seen it
 * since.
 */
export const decisionNews = storedValue('decisionNews', oneOf('none', 'awaited', 'unseen'), 'none');

/** Whether this visit, in any of its pages, has asked. */
const asked = storedValue('askedForDecisions', flag, false, 'sessionStorage');

/** Asks once in a visit whether a submission was decided, if one waits for that. */
export async function askForDecisions(): Promise<void> {
  if (decisionNews.latest() !== 'awaited' || asked.latest()) return;
  asked.save(true);
  const { checkPending } = await import('./own-submissions.ts');
  if (await checkPending()) decisionNews.save('unseen');
}
