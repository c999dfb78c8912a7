import type { Joke, Retagging, UntaggedPage } from 'functions/contract';
import type { Tagged } from './tag-choices.tsx';

/** A fact without a verdict, and what the hint says about it. */
export type Untagged = UntaggedPage['entries'][number];

/** What is chosen for a fact before anything is changed: what it has, or what the hint suggests. */
export function suggestedFor({ joke, hint }: Untagged): Tagged {
  return {
    tags: joke.tags.length > 0 ? joke.tags : (hint?.tags ?? []),
    safe: hint?.safe ?? null,
  };
}

/** What makes a fact's tags and verdict these. */
export function changeTo(
  { joke_id, text_hash, tags: before }: Joke,
  { tags, safe }: Tagged,
): Retagging['changes'][number] {
  return {
    joke_id,
    text_hash,
    add: tags.filter((tag) => !before.includes(tag)),
    remove: before.filter((tag) => !tags.includes(tag)),
    safe,
  };
}
