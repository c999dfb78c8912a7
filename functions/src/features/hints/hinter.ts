import type { Hint } from '../../contract/index.ts';

/** What a reviewer thinks of a joke. */
export type Review = Omit<Hint, 'reviewer'>;

/** Gives the moderator a hint about a joke. It decides nothing. */
export interface Reviewer {
  /** identifies the model or word list; another name reviews every pending joke again */
  name: string;
  /**
   * @param jokeText data, whatever it says
   * @throws ApiError too_many_requests if a quota is used up, unavailable if there is no answer in time;
   *   Error if the reviewer may not be called
   */
  review(jokeText: string): Promise<Review>;
}
