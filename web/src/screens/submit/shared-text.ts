import { addToDraft } from '../../facts/submission.ts';
import { paths } from '../../paths.ts';
import { announce } from '../../stores/announcement.ts';
import { capDraft } from './cap-draft.ts';

const URLS = /https?:\/\/\S+/g;

/**
 * The text that another app shared (`share_target` in the manifest): its text or else its title, without
 * addresses, which browsers append or send as the text, cut to the length of a joke.
 * @param search the query, such as `?title=…&text=…`
 */
export function sharedText(search: string): string {
  const query = new URLSearchParams(search);
  const words = (name: string) => (query.get(name) ?? '').replaceAll(URLS, '').trim();
  const text = words('text') || words('title');
  return capDraft({ text, caret: text.length }).text.trim();
}

/** Moves the text that another app shared out of the address into the field, below an earlier draft. */
export function takeSharedText(): void {
  const { search } = location;
  if (!/[?&](?:title|text|url)=/.test(search)) return;
  // A reload must not share it again.
  history.replaceState(history.state, '', paths.submit);
  const shared = sharedText(search);
  if (shared === '') return;
  addToDraft(shared);
  announce('The text you shared is in the field.');
}
