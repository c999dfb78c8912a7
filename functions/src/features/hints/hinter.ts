import type { Hint } from '../../contract/index.ts';

/** What a hint says about a joke. */
export type Remark = Omit<Hint, 'reviewer'>;

/** Gives the moderator a hint about a joke. It decides nothing. */
export interface Hinter {
  /** identifies the model or word list; with another name, every pending joke gets a new hint */
  name: string;
  /**
   * @param jokeText data, whatever it says
   * @throws ApiError too_many_requests if a quota is used up, unavailable if there is no answer in time;
   *   Error if the model may not be called
   */
  hint(jokeText: string): Promise<Remark>;
}
