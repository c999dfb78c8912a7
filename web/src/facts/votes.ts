import type { ApiError, EndpointOutput, Joke } from 'functions/contract';
import { limits } from 'functions/domain';
import { create } from 'zustand';
import { call } from '../api/call.ts';
import { hasCode, isAnswer, isRefusal, waitOf } from '../api/failure.ts';
import { newKey } from '../api/new-key.ts';
import { announce } from '../stores/announcement.ts';
import { json, storedValue } from '../stores/stored-value.ts';

type ByJoke<T> = Readonly<Record<number, T>>;

/** A map by joke id. Malformed entries are dropped. */
function byJoke<T>(isValid: (value: unknown) => value is T) {
  return json((content): ByJoke<T> => {
    const entries: [string, unknown][] = Object.entries(Object(content));
    return Object.fromEntries(
      entries.filter(
        (entry): entry is [string, T] => /^[1-9]\d{0,8}$/.test(entry[0]) && isValid(entry[1]),
      ),
    );
  });
}

const isStars = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= limits.ratingMin && Number(value) <= limits.ratingMax;
const isKey = (value: unknown) => typeof value === 'string';

/** The stars that this browser has given, by joke id. */
export const votedJokes = storedValue<ByJoke<number>>('votedJokes', byJoke(isStars), {});
/**
 * The random UUID of each vote that the server has neither counted nor refused yet, by joke id. A retry reuses it,
 * so the vote counts only once. It is deleted after that, because the key of a first vote gives access to the
 * voter's cookie.
 */
const voteKeys = storedValue<ByJoke<string>>('voteKeys', byJoke(isKey), {});

function without<T>(map: ByJoke<T>, jokeId: number): ByJoke<T> {
  const { [jokeId]: _removed, ...rest } = map;
  return rest;
}

interface PageVote {
  /** `waiting`: there was no answer, so it is sent again; `delayed`: then a quota refused it, until a later time */
  phase: 'sending' | 'waiting' | 'delayed' | 'counted' | 'refused';
  /** the joke's votes with this one: as expected, then as the server has answered */
  result?: Pick<EndpointOutput<'rateJoke'>, 'rating' | 'num_votes' | 'histogram'>;
}

/** By joke id. */
export const usePageVotes = create<ByJoke<PageVote>>()(() => ({}));

/** The stars that this browser has given a joke, if any. */
export function useStars(jokeId: number): number | undefined {
  return votedJokes.use((votes) => votes[jokeId]);
}

/** Whether this browser has given a joke a vote that has not been answered, by this page or another. */
export function useIsUnanswered(jokeId: number): boolean {
  const hasKey = voteKeys.use((keys) => keys[jokeId] !== undefined);
  return useStars(jokeId) !== undefined && hasKey;
}

const setVote = (jokeId: number, vote: PageVote) => usePageVotes.setState({ [jokeId]: vote });

function settle(jokeId: number, stars: number, result: NonNullable<PageVote['result']>): void {
  votedJokes.save({ ...votedJokes.latest(), [jokeId]: stars });
  voteKeys.save(without(voteKeys.latest(), jokeId));
  setVote(jokeId, { phase: 'counted', result });
  announce(`Voted ${stars} of 5 stars for fact no. ${jokeId}.`);
}

/** The alert for a vote that was taken back. */
function alertText(error: ApiError): string {
  if (error.code === 'already_rated') return 'You have already rated this joke!';
  const wait = waitOf(error);
  const when = wait === undefined ? '' : ` Your network can vote again in about ${wait}.`;
  return `Failed to rate joke. Please try again.${when}`;
}

/** Takes a vote back. After an error of the server it may have counted, so the next one has the same key. */
function takeBack(jokeId: number, error: ApiError): void {
  votedJokes.save(without(votedJokes.latest(), jokeId));
  if (isRefusal(error)) voteKeys.save(without(voteKeys.latest(), jokeId));
  setVote(jokeId, { phase: 'refused' });
  announce(`The vote for fact no. ${jokeId} was not counted.`);
}

/**
 * Sends a vote that has not been answered yet.
 * @param fact names the fact in an alert, for a vote that was not given just now
 */
async function send(jokeId: number, fact = ''): Promise<void> {
  const { [jokeId]: stars } = votedJokes.latest();
  const { [jokeId]: key } = voteKeys.latest();
  if (stars === undefined || key === undefined) return;
  const vote = usePageVotes.getState()[jokeId];
  setVote(jokeId, { ...vote, phase: 'sending' });
  try {
    const body = { joke_id: jokeId, rating_num: stars };
    const { rating, num_votes, histogram, rating_num } = await call(
      'rateJoke',
      { body },
      { idempotencyKey: key },
    );
    // An earlier vote with other stars may have counted although the server answered with an error.
    settle(jokeId, rating_num, { rating, num_votes, histogram });
  } catch (error) {
    if (!isAnswer(error)) {
      setVote(jokeId, { ...vote, phase: 'waiting' });
      announce(`Couldn’t reach the server. We’ll send your vote for fact no. ${jokeId} again.`);
    } else if (fact !== '' && hasCode(error, 'too_many_requests')) {
      setVote(jokeId, { ...vote, phase: 'delayed' });
      setTimeout(() => void send(jokeId, fact), 1_000 * (error.retryAfter ?? 60));
    } else {
      takeBack(jokeId, error);
      window.alert(alertText(error) + fact);
    }
  }
}

/**
 * Votes on a joke if this browser may and can; says if there is no connection. The vote counts at once
 * wherever the joke is shown. An error that the server answers takes it back with an alert; without an
 * answer it is sent again by {@link sendUnanswered}. If a quota refuses that, it waits for its time.
 *
 * @param joke as it is shown
 * @param stars 1 to 5
 */
export function tryToVote(
  { joke_id, rating, num_votes, histogram, user_can_vote }: Joke,
  stars: number,
): void {
  if (!user_can_vote || votedJokes.latest()[joke_id] !== undefined) return;
  if (!navigator.onLine) return announce('You need a connection to rate.');
  const keys = voteKeys.latest();
  voteKeys.save({ ...keys, [joke_id]: keys[joke_id] ?? newKey() });
  votedJokes.save({ ...votedJokes.latest(), [joke_id]: stars });
  const total = rating * num_votes + stars;
  const result = {
    rating: total / (num_votes + 1),
    num_votes: num_votes + 1,
    histogram: histogram?.map((votes, at) => (at + 1 === stars ? votes + 1 : votes)),
  };
  setVote(joke_id, { phase: 'sending', result });
  void send(joke_id);
}

/** Sends the votes of this browser that have not been answered, those of earlier pages too. */
export function sendUnanswered(): void {
  const given = votedJokes.latest();
  const sent = usePageVotes.getState();
  for (const jokeId of Object.keys(voteKeys.latest()).map(Number)) {
    const phase = sent[jokeId]?.phase;
    const isUnanswered = given[jokeId] !== undefined && phase !== 'sending' && phase !== 'delayed';
    if (isUnanswered) void send(jokeId, ` (Fact no. ${jokeId})`);
  }
}
