import { useEffect, type MouseEvent } from 'react';
import { create } from 'zustand';
import { paths } from '../../paths.ts';
import { announce } from '../../stores/announcement.ts';
import { capDraft } from './cap-draft.ts';
import { draft } from '../../facts/submission.ts';
import styles from './submit-form.module.css';

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

/** The texts that the visitor can choose between: what is shared does not replace a draft unasked. */
interface Choice {
  shared: string;
  draft: string;
}

/** Null unless a text was shared while there was a draft. */
const useSharedChoice = create<Choice | null>()(() => null);

/**
 * Moves the text that another app shared out of the address. It becomes the draft if there is none; otherwise
 * the draft stays, and the visitor may choose.
 */
function takeSharedText(): void {
  const { search } = location;
  if (!/[?&](?:title|text|url)=/.test(search)) return;
  // A reload must not share it again.
  history.replaceState(history.state, '', paths.submit);
  const shared = sharedText(search);
  const typed = draft.latest();
  if (shared === '' || shared === typed.trim()) return;
  if (typed.trim() !== '') return useSharedChoice.setState({ shared, draft: typed }, true);
  draft.save(shared);
  announce('The text you shared is in the field.');
}

/**
 * Takes a text that another app has shared. If a draft was in the field, offers the text, and then the draft
 * again.
 */
export function SharedText({ locked }: { locked: boolean }) {
  const choice = useSharedChoice();
  const text = draft.use();
  useEffect(takeSharedText, []);
  const usesShared = text === choice?.shared;
  // Any other text would be lost.
  const offered = choice !== null && (usesShared || text === choice.draft || text === '');

  const swap = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (choice === null) return;
    // The draft was submitted meanwhile.
    if (text === '') useSharedChoice.setState(null, true);
    draft.save(usesShared ? choice.draft : choice.shared);
    currentTarget.form?.querySelector('textarea')?.focus();
  };

  return (
    <div role="status">
      {offered && (
        <p className={`${styles.notice} row`}>
          <span>
            {usesShared
              ? 'This is the text you shared. Your draft is a click away.'
              : 'You shared a text from another app.'}
          </span>
          <button type="button" className="button" disabled={locked} onClick={swap}>
            {usesShared ? 'Back to my draft' : 'Use the shared text'}
          </button>
        </p>
      )}
    </div>
  );
}
