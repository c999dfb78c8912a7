import { flag, oneOf, storedValue } from '../stores/stored-value.ts';

/** Whether a submission of this browser awaits its decision, or was decided and not seen since. */
export const decisionNews = storedValue('decisionNews', oneOf('none', 'awaited', 'unseen'), 'none');

/** Whether a page of this visit has asked. */
const asked = storedValue('askedForDecisions', flag, false, 'sessionStorage');

/** Asks once per visit whether pending submissions were decided. */
export async function askForDecisions(): Promise<void> {
  if (decisionNews.latest() !== 'awaited' || asked.latest()) return;
  asked.save(true);
  const { checkPending } = await import('./own-submissions.ts');
  if (await checkPending()) decisionNews.save('unseen');
}
