import type { ListState } from './list-state.ts';

/** The dashboard's query keys. */
export const moderationKeys = {
  lists: ['moderation', 'lists'],
  list: (state: ListState) => ['moderation', 'lists', state],
  /** The status of a joke's image. */
  image: (jokeId: number) => ['moderation', 'image', jokeId],
  /** The generation of a joke's image. */
  generation: (jokeId: number) => ['moderation', 'generation', jokeId],
} as const;
