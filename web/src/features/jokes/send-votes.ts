import { ApiError, type EndpointOutput, type Joke } from 'functions/contract';
import { create } from 'zustand';
import { call } from '../../api/call.ts';
import { isAnswer, isRefusal, waitOf } from '../../api/failure.ts';
import { announce } from '../../stores/announcement.ts';
import { inOneTab } from '../../stores/in-one-tab.ts';
import { recentVoteOf, useVotes, type RecentVote } from '../../stores/votes.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** After so many answers that say that the site has a problem, a vote is taken back: after 6 s. */
const MAX_FAILURES = 3;

/** Stored after the voter's cookie was moved to its own paths. */

/** The state of a vote that this page sends. `waiting`: there was no answer, so it is sent again. */
export type VotePhase = 'sending' | 'waiting' | 'counted' | 'refused';

/** The votes that this page sends, by joke id. */
export const useVotePhases = create<Readonly<Record<number, VotePhase>>>()(() => ({}));

function setPhase(jokeId: number, phase: VotePhase): void {
  useVotePhases.setState({ [jokeId]: phase });
}

/** Ends the pauses between attempts. */
const wakers = new Set<() => void>();

/** Resolves after a time, or earlier when there is a reason to try again. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      wakers.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    wakers.add(wake);
  });
}

function unanswered(): number[] {
  const store = useVotes.getState();
  return Object.keys(store.votes)
    .map(Number)
    .filter((jokeId) => recentVoteOf(store, jokeId)?.answered_at === null);
}

/**
 * Sends a vote. A browser's first one is sent alone, because the next ones need the cookie that comes
 * with its answer: otherwise each of them would get a voter id of its own.
 */
function send(jokeId: number, { key, stars }: RecentVote): Promise<EndpointOutput<'rateJoke'>> {
  const body = { joke_id: jokeId, rating_num: stars };
  const sendNow = () => call('rateJoke', { body }, { idempotencyKey: key });
  const hasCookie = Object.keys(useVotes.getState().votes).length > unanswered().length;
  return hasCookie ? sendNow() : inOneTab('first vote', sendNow);
}

const ALREADY_RATED = 'You have already rated this joke!';

/** The alert for a vote that was taken back (specification §8). */
function alertText(error: unknown): string {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'already_rated') return ALREADY_RATED;
  const wait = code === 'too_many_requests' ? waitOf(error) : undefined;
  const when = wait === undefined ? '' : ` Your network can vote again in about ${wait}.`;
  return `Failed to rate joke. Please try again.${when}`;
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

/** @param resumed whether an earlier page, or another tab that was closed, has sent it before */
async function sendUntilAnswered(jokeId: number, resumed: boolean): Promise<void> {
  let failures = 0;
  const fact = resumed ? ` (Fact no. ${jokeId})` : '';
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    useVotes.getState().reload();
    const vote = recentVoteOf(useVotes.getState(), jokeId);
    if (vote?.answered_at !== null) {
      // Another tab has got the answer.
      if (jokeId in useVotePhases.getState()) setPhase(jokeId, vote ? 'counted' : 'refused');
      return;
    }
    if (pauseMs === FIRST_PAUSE_MS) setPhase(jokeId, 'sending');
    try {
      const { rating_num: stars, rating, num_votes } = await sendOrFind(jokeId, vote);
      const answered_at = Date.now();
      useVotes.getState().record(jokeId, { ...vote, stars, rating, num_votes, answered_at });
      setPhase(jokeId, 'counted');
      announce(`Voted ${stars} of 5 stars for fact no. ${jokeId}.`);
      if (stars !== vote.stars) window.alert(ALREADY_RATED + fact);
      return;
    } catch (error) {
      if (isAnswer(error)) failures += 1;
      if (isRefusal(error) || failures === MAX_FAILURES) {
        // After a failure, the vote may have counted: then the next one must not count, too.
        useVotes.getState().forget(jokeId, !isRefusal(error));
        setPhase(jokeId, 'refused');
        announce(`The vote for fact no. ${jokeId} was not counted.`);
        window.alert(alertText(error) + fact);
        return;
      }
      if (isAnswer(error)) {
        await pause(failures * FIRST_PAUSE_MS);
        continue;
      }
      if (useVotePhases.getState()[jokeId] !== 'waiting') {
        setPhase(jokeId, 'waiting');
        announce(`No answer yet. The vote for fact no. ${jokeId} will be sent again.`);
      }
      const askedMs = error instanceof ApiError ? 1_000 * (error.retryAfter ?? 0) : 0;
      await pause(navigator.onLine ? Math.max(pauseMs, askedMs) : LONGEST_PAUSE_MS);
    }
  }
}

/** The jokes whose votes this page sends, or waits to send. */
const settling = new Set<number>();

/** Sends an unanswered vote until the server answers, unless another tab does. */
async function settle(jokeId: number, resumed: boolean): Promise<void> {
  settling.add(jokeId);
  try {
    await inOneTab(`vote ${jokeId}`, () => sendUntilAnswered(jokeId, resumed));
  } finally {
    settling.delete(jokeId);
  }
  // After a refusal, the visitor may have voted again before the lock was released.
  if (unanswered().includes(jokeId)) await settle(jokeId, false);
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
  const takenBack = useVotes.getState().recent[joke_id];
  useVotes.getState().record(joke_id, {
    key: takenBack?.answered_at === null ? takenBack.key : crypto.randomUUID(),
    stars,
    rating: (rating * num_votes + stars) / (num_votes + 1),
    num_votes: num_votes + 1,
    answered_at: null,
  });
  setPhase(joke_id, 'sending');
  return settle(joke_id, false);
}

/** Sends this browser's unanswered votes now: those of earlier pages, too. */
function settleVotes(): void {
  useVotes.getState().reload();
  for (const wake of wakers) wake();
  for (const jokeId of unanswered()) if (!settling.has(jokeId)) void settle(jokeId, true);
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
