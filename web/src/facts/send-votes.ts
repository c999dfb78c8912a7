import { ApiError, type EndpointOutput, type Joke } from 'functions/contract';
import { create } from 'zustand';
import { isAnswer, isRefusal, waitOf } from '../api/failure.ts';
import { call } from '../api/call.ts';
import { inOneTab, LONGEST_PAUSE_MS, retry, retryNow } from '../api/send.ts';
import { announce } from '../stores/announcement.ts';
import {
  forgetVote,
  recentVoteOf,
  recentVotes,
  recordVote,
  unansweredVotes,
  votedJokes,
  type RecentVote,
} from './votes.ts';

/** After so many answers that say that the site has a problem, a vote is taken back: after 6 s. */
const MAX_FAILURES = 3;

/** The state of a vote that this page sends. `waiting`: there was no answer, so it is sent again. */
export type VotePhase = 'sending' | 'waiting' | 'counted' | 'refused';

/** The votes that this page sends, by joke id. */
export const useVotePhases = create<Readonly<Record<number, VotePhase>>>()(() => ({}));

function phaseOf(jokeId: number): VotePhase | undefined {
  return useVotePhases.getState()[jokeId];
}

function setPhase(jokeId: number, phase: VotePhase): void {
  useVotePhases.setState({ [jokeId]: phase });
}

/**
 * Sends a vote. A browser's first one is sent alone, because the next ones need the cookie that comes
 * with its answer: otherwise each of them would get a voter id of its own.
 */
function send(jokeId: number, { key, stars }: RecentVote): Promise<EndpointOutput<'rateJoke'>> {
  const body = { joke_id: jokeId, rating_num: stars };
  const sendNow = () => call('rateJoke', { body }, { idempotencyKey: key });
  const hasCookie = Object.keys(votedJokes.latest()).length > unansweredVotes().length;
  return hasCookie ? sendNow() : inOneTab('first vote', sendNow);
}

/**
 * Sends a vote. If an earlier one with the same key but another star was counted although its answer was
 * a failure, finds that one.
 */
async function sendOrFind(jokeId: number, vote: RecentVote): ReturnType<typeof send> {
  let conflict: unknown;
  for (const stars of new Set([vote.stars, 1, 2, 3, 4, 5])) {
    try {
      return await send(jokeId, { ...vote, stars });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
      conflict = error;
    }
  }
  throw conflict;
}

const ALREADY_RATED = 'You have already rated this joke!';

/** The alert for a vote that was taken back (specification §8). */
function alertText(error: unknown): string {
  if (error instanceof ApiError && error.code === 'already_rated') return ALREADY_RATED;
  const wait = waitOf(error);
  const when = wait === undefined ? '' : ` Your network can vote again in about ${wait}.`;
  return `Failed to rate joke. Please try again.${when}`;
}

/** Says that a vote is sent again without an answer. @returns how long to wait at least */
function wait(jokeId: number, error: unknown): number {
  if (phaseOf(jokeId) !== 'waiting') {
    setPhase(jokeId, 'waiting');
    announce(`Couldn’t reach the server. We’ll send your vote for fact no. ${jokeId} again.`);
  }
  if (!navigator.onLine) return LONGEST_PAUSE_MS;
  return error instanceof ApiError ? 1_000 * (error.retryAfter ?? 0) : 0;
}

/**
 * Sends a vote until it is counted or taken back.
 * @param fact names the fact in an alert
 */
async function sendUntilAnswered(jokeId: number, fact: string): Promise<void> {
  let failures = 0;
  const sendNow = async () => {
    const vote = recentVoteOf(jokeId);
    if (vote?.answered_at !== null) {
      // Another tab has got the answer.
      if (phaseOf(jokeId) !== undefined) setPhase(jokeId, vote ? 'counted' : 'refused');
      return;
    }
    if (phaseOf(jokeId) !== 'waiting') setPhase(jokeId, 'sending');
    const { rating_num: stars, ...votes } = await sendOrFind(jokeId, vote);
    const { rating, num_votes, histogram } = votes;
    const answered_at = Date.now();
    recordVote(jokeId, { ...vote, stars, rating, num_votes, histogram, answered_at });
    setPhase(jokeId, 'counted');
    announce(`Voted ${stars} of 5 stars for fact no. ${jokeId}.`);
    if (stars !== vote.stars) window.alert(ALREADY_RATED + fact);
  };
  try {
    await retry(sendNow, (error) => {
      if (!isAnswer(error)) return wait(jokeId, error);
      failures += 1;
      return isRefusal(error) || failures === MAX_FAILURES ? null : 0;
    });
  } catch (error) {
    // After a failure, the vote may have counted: then the next one must not count, too.
    forgetVote(jokeId, !isRefusal(error));
    setPhase(jokeId, 'refused');
    announce(`The vote for fact no. ${jokeId} was not counted.`);
    window.alert(alertText(error) + fact);
  }
}

/** The jokes whose votes this page sends, or waits to send. */
const settling = new Set<number>();

/**
 * Sends an unanswered vote until the server answers, unless another tab does.
 * @param fact names the fact in an alert, for a vote that this page has not given
 */
async function settle(jokeId: number, fact = ''): Promise<void> {
  settling.add(jokeId);
  try {
    await inOneTab(`vote ${jokeId}`, () => sendUntilAnswered(jokeId, fact));
  } finally {
    settling.delete(jokeId);
  }
  // After a refusal, the visitor may have voted again before the lock was released.
  if (unansweredVotes().includes(jokeId)) await settle(jokeId);
}

/**
 * Votes on a joke. The vote counts immediately wherever the joke is shown, and it is stored until the
 * server answers: without an answer it is sent again, by this page or a later one. A refusal and three
 * failures that the server answers with take it back with an alert (specification §8).
 *
 * @param joke as it is shown
 * @param stars 1 to 5
 * @returns when the server has answered
 */
export function castVote({ joke_id, rating, num_votes }: Joke, stars: number): Promise<void> {
  const takenBack = recentVotes.use.getState()[joke_id];
  recordVote(joke_id, {
    key: takenBack?.answered_at === null ? takenBack.key : crypto.randomUUID(),
    stars,
    rating: (rating * num_votes + stars) / (num_votes + 1),
    num_votes: num_votes + 1,
    answered_at: null,
  });
  setPhase(joke_id, 'sending');
  return settle(joke_id);
}

/** What a visitor who wants to vote without a connection is told. */
const NEEDS_CONNECTION = 'You need a connection to rate.';

/** Votes on a joke if this browser may and can; says if there is no connection. */
export function tryToVote(joke: Joke, stars: number): void {
  // Reads the store directly, because a second click may come before the next render.
  if (!joke.user_can_vote || votedJokes.use.getState()[joke.joke_id] !== undefined) return;
  if (navigator.onLine) void castVote(joke, stars);
  else announce(NEEDS_CONNECTION);
}

/** Sends this browser's unanswered votes now: those of earlier pages, too. */
function settleVotes(): void {
  retryNow();
  for (const jokeId of unansweredVotes()) {
    if (!settling.has(jokeId)) void settle(jokeId, ` (Fact no. ${jokeId})`);
  }
}

/** Sends the unanswered votes of this browser, now and whenever an answer has become more likely. */
export function startVotes(): void {
  settleVotes();
  window.addEventListener('online', settleVotes);
  window.addEventListener('pageshow', settleVotes);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') settleVotes();
  });
}
