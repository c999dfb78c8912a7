import {
  useMutation,
  useMutationState,
  useQueryClient,
  type MutationState,
  type QueryClient,
} from '@tanstack/react-query';
import { ApiError, type ChangeReceipt, type Patch } from 'functions/contract';
import { PERSONAL_DATA } from 'functions/domain';
import { call } from '../api/call.ts';
import { hasCode, isRefusal } from '../api/failure.ts';
import { announce } from '../stores/announcement.ts';
import { useSession } from '../stores/session.ts';
import { undoing, type Change, type Decision, type DecisionState } from './changes.ts';
import { outcomeOf, pendingText } from './notices.ts';
import { adminCounts, LOG, showJoke, updateCounts, type ListedJoke } from './moderation-queries.ts';

const DECISIONS = ['moderation', 'decisions'];
const MAX_DELAY_MS = 15_000;

/** The decisions of this tab, the first one first. */
export function useDecisions(): DecisionState[] {
  return useMutationState<DecisionState>({ filters: { mutationKey: DECISIONS } });
}

/** The decisions as they are now: what is rendered may be older. */
function decisionsOf(client: QueryClient): DecisionState[] {
  const isDecision = (state: MutationState): state is DecisionState => state.status !== 'idle';
  const found = client.getMutationCache().findAll({ mutationKey: DECISIONS });
  return found.map(({ state }) => state).filter(isDecision);
}

async function send(client: QueryClient, decision: Decision): Promise<ChangeReceipt | null> {
  const { key: idempotencyKey, undoes } = decision;
  if (undoes === undefined) {
    const { action, reason, items } = decision;
    const body = { action, items, ...(reason && { reason }) };
    return call('changeJokes', { body }, { idempotencyKey });
  }
  const made = decisionsOf(client).find(({ variables }) => variables?.key === undoes);
  // Decisions are sent in order, so the change has been answered.
  const id = made ? made.data?.change_id : undoes;
  return id ? call('undoChange', { params: { id } }, { idempotencyKey }) : null;
}

/** Whether sending a decision again may succeed, for example after the moderator has signed in again. */
function isTemporary(error: Error): boolean {
  if (useSession.getState().status === 'signed-out') return false;
  const isTooEarly = hasCode(error, 'unauthenticated') || hasCode(error, 'too_many_requests');
  return isTooEarly || !isRefusal(error);
}

/** How long to wait, in milliseconds, before a decision is sent again; at least as long as the server asks. */
export function retryDelay(failures: number, error: Error): number {
  const leastMs = error instanceof ApiError ? 1_000 * (error.retryAfter ?? 0) : 0;
  return Math.max(leastMs, Math.min(1_000 * 2 ** failures, MAX_DELAY_MS));
}

/** Makes the browser ask before the page is left. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

type ChangedFields = Omit<Patch, 'status'> & Partial<Pick<ListedJoke, 'status'>>;

function showReceipt(client: QueryClient, decision: Decision, receipt: ChangeReceipt): void {
  const { items, reason: reject_reason, undoes } = decision;
  for (const [index, { joke_id, joke, error }] of receipt.results.entries()) {
    const { status, duplicate_of }: ChangedFields = items[index]?.patch ?? {};
    const isRejected = error === undefined && status === 'rejected' && undoes === undefined;
    showJoke(client, joke_id, joke, isRejected ? { reject_reason, duplicate_of } : {});
  }
  updateCounts(client, receipt, undoes === undefined);
  if (undoes !== undefined) void client.invalidateQueries({ queryKey: adminCounts.queryKey });
  // Perhaps it was opened before the answer.
  void client.invalidateQueries({ queryKey: LOG });
}

/**
 * The one way to change jokes. Decisions are sent one after another, and each is retried until the server answers.
 * {@link withUnanswered} adds the unanswered ones to what the server sent, so nothing has to be rolled back.
 * @param once true for a form, which shows a failure itself: the decision is sent once, and a failure rejects the promise
 * @returns a function that sends a decision and resolves to the receipt; null after a failure
 */
export function useDecide(once = false): (decision: Decision) => Promise<ChangeReceipt | null> {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationKey: DECISIONS,
    gcTime: Infinity,
    ...(once
      ? { retry: false }
      : {
          scope: { id: 'decisions' },
          networkMode: 'online' as const,
          retry: (_failures: number, error: Error) => isTemporary(error),
          retryDelay,
        }),
    mutationFn: (decision: Decision) => send(client, decision),
    onMutate: (decision) => {
      addEventListener('beforeunload', askFirst);
      if (!once) announce(pendingText(decision));
    },
    onSuccess: (receipt, decision) => {
      if (receipt === null) return;
      showReceipt(client, decision, receipt);
      const { tone, text } = outcomeOf(decision, receipt);
      // The screen shows a failure as an alert.
      if (tone === 'done' && (once || text !== pendingText(decision))) announce(text);
    },
    onError: (error) => {
      const joke = error instanceof ApiError ? error.joke : undefined;
      if (joke) showJoke(client, joke.joke_id, joke);
    },
    onSettled: () => {
      const isLast = client.isMutating({ mutationKey: DECISIONS }) === 1;
      if (isLast) removeEventListener('beforeunload', askFirst);
    },
  });
  if (once) return mutateAsync;
  // The screen shows the failure.
  return (decision) => mutateAsync(decision).catch(() => null);
}

/** A joke as it will be after the unanswered decisions. */
export function withUnanswered<J extends ListedJoke>(
  joke: J,
  decisions: readonly DecisionState[],
): J {
  let now = joke;
  for (const { status: progress, variables: decision } of decisions) {
    if (progress !== 'pending') continue;
    const item = decision?.items.find(({ joke_id }) => joke_id === joke.joke_id);
    if (!item) continue;
    const patch: ChangedFields = item.patch;
    const { status, safe, duplicate_of, tags, add_tags = [], remove_tags = [] } = patch;
    const otherTags = (tags ?? now.tags).filter((tag) => !remove_tags.includes(tag));
    now = {
      ...now,
      tags: [...new Set([...otherTags, ...add_tags])],
      ...(safe !== undefined && { safe }),
      ...(status && { status }),
      ...(status === 'rejected' && { reject_reason: decision?.reason, duplicate_of }),
    };
  }
  return now;
}

/** The latest unanswered action on a joke. */
export function unansweredAction(
  jokeId: number,
  decisions: readonly DecisionState[],
): Change['action'] | 'undo' | undefined {
  const decision = decisions.findLast(
    ({ status, variables }) =>
      status === 'pending' && variables?.items.some(({ joke_id }) => joke_id === jokeId),
  )?.variables;
  return decision?.undoes === undefined ? decision?.action : 'undo';
}

/** The changes that can be undone, the latest last. */
export function undoable(decisions: readonly DecisionState[]): Change[] {
  const undone = new Set(decisions.map(({ variables }) => variables?.undoes));
  return decisions.flatMap(({ status, variables, data }) => {
    if (!variables || variables.undoes !== undefined) return [];
    const isMade = status === 'pending' || Boolean(data?.change_id);
    const isUndone = undone.has(variables.key) || undone.has(data?.change_id ?? '');
    return isMade && !isUndone && variables.reason !== PERSONAL_DATA ? variables : [];
  });
}

/**
 * Returns a function that undoes the latest change of this tab; called again, the one before. It returns the change and
 * the answer; undefined if there is nothing to undo.
 */
export function useUndo() {
  const client = useQueryClient();
  const decide = useDecide();
  return () => {
    const change = undoable(decisionsOf(client)).at(-1);
    return change && { change, answer: decide(undoing(change)) };
  };
}
