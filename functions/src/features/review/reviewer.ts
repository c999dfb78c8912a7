/** What a reviewer thinks of a joke. */
export interface Review {
  /** whether it is about Chuck Norris */
  on_topic: boolean;
  offensive: boolean;
  english: boolean;
  /** why, in a phrase; empty if there is nothing to say */
  reason: string;
}

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
