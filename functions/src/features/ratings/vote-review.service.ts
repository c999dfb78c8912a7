import type { CatalogDraft, CatalogService } from '../../catalog/catalog.service.ts';
import { dayOf } from '../../catalog/catalog.data.ts';
import { isChosen, isDiscarded, type VoteChoice } from '../../catalog/discarded.ts';
import { withCastVotes, type CastVote } from '../../catalog/tally.ts';
import { ApiError, type AuditReason, type ChosenVotes } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import type { Actor } from '../../platform/audit/audit.data.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import type { JokeAudit, JokeAuditEntry } from '../../platform/audit/audit.data.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import type { RatingData } from './ratings.data.ts';

const DAY_MS = 86_400_000;

type Choice = Omit<VoteChoice, 'id'>;

interface Dependencies {
  catalog: CatalogService;
  jokes: JokeData;
  ratings: RatingData;
  audit: JokeAudit;
  withReadDeadline: ReadDeadline;
  /** milliseconds since the epoch */
  clock: () => number;
}

function invalidChoice(field: string, msg: string): ApiError {
  return new ApiError('invalid_input', [{ loc: ['body', 'choice', field], msg, type: 'value' }]);
}

function uncounted(): ApiError {
  return new ApiError(
    'conflict',
    'The counts of this fact do not contain its votes. The operator can repair them with npm run catalog:rebuild.',
  );
}

function overtaken(): ApiError {
  return new ApiError(
    'conflict',
    'Another moderator discarded or restored votes of this fact just now. Look at them again.',
  );
}

/** Those of these votes that a choice discards and no other one has. */
function newlyChosen(
  ratings: readonly CastVote[],
  choice: Choice,
  others: readonly VoteChoice[],
): CastVote[] {
  return ratings.filter((vote) => isChosen(choice, vote) && !isDiscarded(others, vote));
}

function sameChoices(a: readonly VoteChoice[], b: readonly VoteChoice[]): boolean {
  return a.length === b.length && a.every(({ id }, index) => b[index]?.id === id);
}

/** How a joke changes when a choice is made or undone. */
interface Change {
  votes: CastVote[];
  by: 1 | -1;
  choices: VoteChoice[];
}

/** All fields that follow. @throws ApiError conflict */
function changedFields(joke: JokeDocument, { votes, by, choices }: Change) {
  const counted = withCastVotes(joke, votes, by);
  const discarded = (joke.discarded?.votes ?? 0) - by * votes.length;
  if (!counted || discarded < 0) throw uncounted();
  return { ...counted, discarded: { votes: discarded, choices } };
}

/** What the log says of a joke's votes. */
function standingOf({ num_votes, rating, unusual }: JokeDocument) {
  return { num_votes, rating, ...(unusual && { unusual }) };
}

export type VoteReview = ReturnType<typeof createVoteReview>;

/** Moderators look at a joke's votes, and discard some. Ratings stay, so nobody votes again. */
export function createVoteReview(dependencies: Dependencies) {
  const { catalog, jokes, ratings, audit, withReadDeadline, clock } = dependencies;

  /** @throws ApiError not_found */
  async function find(jokeId: number): Promise<JokeDocument> {
    const [joke] = await withReadDeadline(jokes.readMany([jokeId]));
    if (!joke) throw noSuchJoke();
    return joke;
  }

  async function readVotes(jokeId: number, { from, to }: Choice): Promise<CastVote[]> {
    const votes = await ratings.listVotes(jokeId, from, to, limits.reviewedVotesMax + 1);
    if (votes.length <= limits.reviewedVotesMax) return votes;
    const most = limits.reviewedVotesMax.toLocaleString('en');
    throw invalidChoice('to', `More than ${most} votes are in this time. Choose a shorter one`);
  }

  /** The joke, and what a choice changes of it. @throws ApiError */
  async function prepare(jokeId: number, { from, to, stars, group }: ChosenVotes) {
    const choice = { from: new Date(from), to: new Date(to), stars, group };
    if (choice.to.getTime() > clock() - limits.discardMinAgeSeconds * 1_000) {
      throw invalidChoice('to', 'Must be at least two minutes ago');
    }
    const joke = await find(jokeId);
    if (!joke.discarded) throw uncounted();
    const { choices } = joke.discarded;
    const read = await readVotes(jokeId, choice);
    const votes = newlyChosen(read, choice, choices);
    return { joke, choice, choices, votes, found: read.some((vote) => isChosen(choice, vote)) };
  }

  async function rankOf(joke: JokeDocument, score: number): Promise<number | null> {
    if (joke.status !== 'approved') return null;
    const above = await withReadDeadline(jokes.countAbove(score));
    return joke.score > score ? above : above + 1;
  }

  /**
   * Changes what counts of a joke in the transaction of the log's entry, and makes all instances read it again.
   * @param before the choices when its votes were read
   */
  function write(
    transaction: Transaction,
    draft: CatalogDraft,
    joke: JokeDocument,
    before: readonly VoteChoice[],
    change: Change,
    unusual: Date | undefined,
  ) {
    if (!joke.discarded || !sameChoices(joke.discarded.choices, before)) throw overtaken();
    const fields = { ...changedFields(joke, change), unusual };
    jokes.update(transaction, joke.joke_id, fields);
    draft.touch(joke.joke_id);
    return standingOf({ ...joke, ...fields });
  }

  return {
    /**
     * The jokes with unusual votes, the latest first, each with the votes of that day; null if there are votes
     * of a later one.
     */
    async listUnusual() {
      const found = await withReadDeadline(jokes.listUnusual(limits.unusualMax));
      return found.flatMap((joke) => {
        const { unusual, tally } = joke;
        if (!unusual) return [];
        const day = tally?.day;
        return { joke, unusual, histogram: day?.number === dayOf(unusual) ? day.histogram : null };
      });
    },

    /**
     * A joke's votes in 14 days: the last ones, or those up to the day on which they were unusual. At most one
     * more than is shown is read.
     * @throws ApiError not_found
     */
    async read(jokeId: number) {
      const joke = await find(jokeId);
      const today = dayOf(new Date(clock()));
      const unusual = joke.unusual ? dayOf(joke.unusual) : today;
      const end = (unusual <= today - limits.reviewDays ? unusual : today) + 1;
      const from = new Date((end - limits.reviewDays) * DAY_MS);
      const to = new Date(end * DAY_MS);
      const most = limits.reviewedVotesMax;
      const votes = await ratings.listVotes(jokeId, from, to, most + 1);
      return { joke, from, to, votes: votes.slice(0, most), cutOff: votes.length > most };
    },

    /** What discarding would change. @throws ApiError not_found, invalid_input or conflict */
    async preview(jokeId: number, chosen: ChosenVotes) {
      const { joke, choices, votes } = await prepare(jokeId, chosen);
      const after = changedFields(joke, { votes, by: -1, choices });
      const [rankBefore, rankAfter] = await Promise.all([
        rankOf(joke, joke.score),
        rankOf(joke, after.score),
      ]);
      return {
        votes: votes.length,
        before: { num_votes: joke.num_votes, rating: joke.rating, rank: rankBefore },
        after: { num_votes: after.num_votes, rating: after.rating, rank: rankAfter },
      };
    },

    /**
     * Discards votes. Those that come in meanwhile stay counted.
     * @throws ApiError not_found; invalid_input for a choice that is not possible; conflict if another
     *   moderator was faster
     */
    async discard(actor: Actor, jokeId: number, chosen: ChosenVotes, reason?: AuditReason) {
      const { choice, choices, votes, found } = await prepare(jokeId, chosen);
      if (votes.length === 0 && found) {
        throw new ApiError('conflict', 'All of these votes are already discarded.');
      }
      if (votes.length === 0) throw invalidChoice('to', 'No vote matches');
      const id = audit.newId();
      const receipt = { joke_id: jokeId, audit_id: id, votes: votes.length };
      return catalog.change(async (transaction, draft) => {
        const joke = await jokes.read(transaction, jokeId);
        if (!joke) throw noSuchJoke();
        // A commit that returned an error may have happened: the retry finds its own choice.
        if (joke.discarded?.choices.some((each) => each.id === id)) return receipt;
        const change: Change = { votes, by: -1, choices: [...choices, { ...choice, id }] };
        const after = write(transaction, draft, joke, choices, change, undefined);
        const described = { actor, action: 'discard-votes', joke_id: jokeId } as const;
        const discarded = { ...choice, votes: votes.length };
        audit.record(
          transaction,
          {
            ...described,
            before: standingOf(joke),
            after: { ...after, discarded },
            ...(reason && { reason }),
          },
          id,
        );
        return receipt;
      });
    },

    /**
     * Counts the votes of a choice again, except those of other choices.
     * @param entry the log's entry of the choice
     * @throws ApiError not_found, or conflict if it was undone or another moderator was faster
     */
    async restore(actor: Actor, auditId: string, entry: JokeAuditEntry) {
      const { joke_id } = entry;
      const found = await find(joke_id);
      const choices = found.discarded?.choices ?? [];
      const choice = choices.find(({ id }) => id === auditId);
      if (!choice) throw new ApiError('conflict', 'These votes count again already.');
      const others = choices.filter((each) => each !== choice);
      const votes = newlyChosen(await readVotes(joke_id, choice), choice, others);
      const undoId = audit.newId();
      return catalog.change(async (transaction, draft) => {
        const joke = await jokes.read(transaction, joke_id);
        if (!joke) throw noSuchJoke();
        const { totals } = draft.root;
        // A commit that returned an error may have happened: the retry finds its own entry.
        if (await audit.read(transaction, undoId)) return { joke, totals };
        const { unusual } = entry.before;
        const listed = joke.unusual ?? (unusual instanceof Date ? unusual : undefined);
        const change: Change = { votes, by: 1, choices: others };
        const after = write(transaction, draft, joke, choices, change, listed);
        const { id: _, ...discarded } = choice;
        audit.record(
          transaction,
          {
            actor,
            action: 'undo',
            joke_id,
            before: { ...standingOf(joke), discarded: { ...discarded, votes: votes.length } },
            after,
            undoes: auditId,
          },
          undoId,
        );
        return { joke, totals };
      });
    },

    /**
     * Removes a joke from the list of unusual ones until another day is unusual.
     * @returns the log's entry
     * @throws ApiError not_found if it is not listed
     */
    accept(actor: Actor, jokeId: number): Promise<string> {
      const id = audit.newId();
      return catalog.change(async (transaction) => {
        const joke = await jokes.read(transaction, jokeId);
        // A commit that returned an error may have happened: the retry finds its own entry.
        if (joke && !joke.unusual && (await audit.read(transaction, id))) return id;
        if (!joke?.unusual) throw new ApiError('not_found', 'This fact has no unusual votes.');
        const { unusual, tally } = joke;
        const looked = tally?.day?.number === dayOf(unusual) ? { ...tally.day, fine: true } : null;
        jokes.update(transaction, jokeId, {
          unusual: undefined,
          ...(tally && looked && { tally: { ...tally, day: looked } }),
        });
        const described = { actor, action: 'accept-votes', joke_id: jokeId } as const;
        audit.record(transaction, { ...described, before: standingOf(joke), after: {} }, id);
        return id;
      });
    },
  };
}
