import type { KeyboardEvent, RefObject } from 'react';
import { shortcutOf, useShortcutSetting } from '../../../stores/shortcuts.ts';
import { SafeChoice, TagChoices, tagOf, toggleTag, type Tagged } from './tag-choices.tsx';
import type { Untagged } from './tagging.ts';

const VERDICTS = [
  [true, 'Y'],
  [false, 'N'],
] as const;

interface FactProps {
  entry: Untagged;
  tagged: Tagged;
  /** why it could not be tagged */
  failure: string | undefined;
  onChange: (tagged: Tagged) => void;
}

/** One fact with its tags and its verdict, which clicks change; its keys change them while it has the focus. */
function UntaggedFact({ entry: { joke, hint }, tagged, failure, onChange }: FactProps) {
  const shortcuts = useShortcutSetting();
  const name = `fact no. ${joke.joke_id}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const tag = shortcuts ? tagOf(event) : undefined;
    const key = shortcuts ? shortcutOf(event.nativeEvent)?.toUpperCase() : undefined;
    const verdict = VERDICTS.find(([, each]) => each === key);
    if (tag) onChange({ ...tagged, tags: toggleTag(tagged.tags, tag) });
    else if (verdict) onChange({ ...tagged, safe: verdict[0] });
  };
  return (
    <article
      className="tagging-fact"
      aria-label={`Fact no. ${joke.joke_id}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <p className="joke-text moderated-text" dir="auto">
        <b className="tagging-number">{joke.joke_id}</b> {joke.joke_text}
      </p>
      <SafeChoice
        legend={`Whether ${name} is safe for a school class`}
        safe={tagged.safe}
        options={VERDICTS}
        compact
        onChange={(safe) => onChange({ ...tagged, safe })}
      />
      <TagChoices
        legend={`Tags of ${name}`}
        tags={tagged.tags}
        keys
        compact
        onChange={(tags) => onChange({ ...tagged, tags })}
      />
      {hint && hint.reason !== '' && <p className="tagging-note">{hint.reason}</p>}
      {failure !== undefined && <p className="field-error">{failure}</p>}
    </article>
  );
}

interface UntaggedFactsProps {
  entries: readonly Untagged[];
  taggedOf: (entry: Untagged) => Tagged;
  failures: ReadonlyMap<number, string>;
  onChange: (jokeId: number, tagged: Tagged) => void;
  list: RefObject<HTMLOListElement | null>;
}

/** Moves the focus from one fact to its neighbor. */
function moveFocus(list: HTMLOListElement | null, target: EventTarget, by: number): void {
  const facts = [...(list?.querySelectorAll<HTMLElement>('.tagging-fact') ?? [])];
  const at = facts.findIndex((fact) => target instanceof Node && fact.contains(target));
  facts[at + by]?.focus();
}

/** The facts to tag. The arrow keys, J and K lead from one to the next. */
export function UntaggedFacts({ entries, list, ...props }: UntaggedFactsProps) {
  const shortcuts = useShortcutSetting();
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    const isArrow = target instanceof HTMLElement && !target.matches('input');
    const letter = shortcuts ? shortcutOf(event.nativeEvent) : undefined;
    const by =
      letter === 'j' || (isArrow && key === 'ArrowDown')
        ? 1
        : letter === 'k' || (isArrow && key === 'ArrowUp')
          ? -1
          : 0;
    if (by === 0) return;
    event.preventDefault();
    moveFocus(list.current, target, by);
  };
  return (
    <ol className="tagging-facts" ref={list} onKeyDown={onKeyDown}>
      {entries.map((entry) => (
        <li key={entry.joke.joke_id}>
          <UntaggedFact
            entry={entry}
            tagged={props.taggedOf(entry)}
            failure={props.failures.get(entry.joke.joke_id)}
            onChange={(tagged) => props.onChange(entry.joke.joke_id, tagged)}
          />
        </li>
      ))}
    </ol>
  );
}
