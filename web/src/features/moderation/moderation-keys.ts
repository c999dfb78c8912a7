import type { ListState } from './list-state.ts';

/** Where the dashboard's data stands in the query cache, apart from what visitors see. */
export const moderationKeys = {
  lists: ['moderation', 'lists'],
  list: (state: ListState) => ['moderation', 'lists', state],
  /** Where a joke's image is now. */
  image: (jokeId: number) => ['moderation', 'image', jokeId],
  /** A picture that is being made. */
  generation: (jokeId: number) => ['moderation', 'generation', jokeId],
} as const;
