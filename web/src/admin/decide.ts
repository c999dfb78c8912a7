import {
  useMutation,
  useMutationState,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { ApiError, type ChangeReceipt, type Patch } from 'functions/contract';
import { PERSONAL_DATA } from 'functions/domain';
import { call } from '../api/call.ts';
import { isRefusal } from '../api/failure.ts';
import { announce } from '../stores/announcement.ts';
import { useSession } from '../stores/session.ts';
import { undoing, type Change, type Decision, type Made } from './changes.ts';
import { outcomeOf, pendingText } from './notices.ts';
import {
  adminCounts,
  countReports,
  showJoke,
  updateCounts,
  type ListedJoke,
} from './moderation-queries.ts';

const DECISIONS = ['moderation', 'decisions'];
const LONGEST_PAUSE_MS = 15_000;

/** Everything that was decided in this tab, in order. */
export function useHistory(): Made[] {
  return useMutationState<Made>({ filters: { mutationKey: DECISIONS } });
}

async function send(client: QueryClient, decision: Decision): Promise<ChangeReceipt | null> {
  const idempotencyKey = decision.key;
  if (!('undoes' in decision)) {
    const { action, reason, items } = decision;
    const body = { action, items, ...(reason && { reason }) };
    return call('changeJokes', { body }, { idempotencyKey });
  }
  const { undoes } = decision;
  const made = client.getMutationCache().find<ChangeReceipt | null, Error, Decision>({
    predicate: ({ state: { variables } }) => Object(variables).key === undoes,
  });
  // The change was answered before this had its turn.
  const id = made ? made.state.data?.change_id : undoes;
  return id ? call('undoChange', { params: { id } }, { idempotencyKey }) : null;
}

/** Whether sending a decision again may succeed. It may, for example, after the moderator signs in again. */
function isTemporary(error: Error): boolean {
  if (useSession.getState().status === 'signed-out') return false;
  const waits =
    error instanceof ApiError && ['unauthenticated', 'too_many_requests'].includes(error.code);
  return waits || !isRefusal(error);
}

function pauseAfter(failures: number, error: Error): number {
  const leastMs = error instanceof ApiError ? 1_000 * (error.retryAfter ?? 0) : 0;
  return Math.max(leastMs, Math.min(1_000 * 2 ** failures, LONGEST_PAUSE_MS));
}

/** Makes the browser ask before the page is left. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

/** What a change does to a joke, or undoing one. */
type Shown = Omit<Patch, 'status'> & Partial<Pick<ListedJoke, 'status'>>;

/** Why jokes are rejected. */
const reasonOf = (decision: Decision | undefined) =>
  decision && !('undoes' in decision) ? decision.reason : undefined;

/** Shows in all lists what the server says about the jokes. */
function showOutcome(client: QueryClient, decision: Decision, receipt: ChangeReceipt): void {
  for (const [index, { joke_id, joke, error }] of receipt.results.entries()) {
    const { status, duplicate_of }: Shown = decision.items[index]?.patch ?? {};
    const isRejected = error === undefined && status === 'rejected' && !('undoes' in decision);
    const because = isRejected ? { reject_reason: decision.reason, duplicate_of } : {};
    showJoke(client, joke_id, joke, because);
  }
  updateCounts(client, receipt.totals, decision.items);
  if ('undoes' in decision) void client.invalidateQueries({ queryKey: adminCounts.queryKey });
  else countReports(client, receipt.results);
}

/**
 * The one way to change jokes. Decisions are sent one after another, and each is retried until the server answers.
 * {@link shown} adds unanswered ones to what the server sent, so a failed decision disappears by itself.
 * @param once true for what a form waits for: it is sent once, and the promise is rejected if that fails
 * @returns a function that makes a decision, and resolves to the answer
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
          retryDelay: pauseAfter,
        }),
    mutationFn: (decision: Decision) => send(client, decision),
    onMutate: (decision) => {
      addEventListener('beforeunload', askFirst);
      if (!once) announce(pendingText(decision));
    },
    onSuccess: (receipt, decision) => {
      if (receipt === null) return;
      showOutcome(client, decision, receipt);
      const { tone, text } = outcomeOf(decision, receipt);
      // A failure is an alert on the screen.
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

/** A joke as the unanswered decisions will leave it. */
export function shown<J extends ListedJoke>(joke: J, history: readonly Made[]): J {
  let now = joke;
  for (const { status: progress, variables: decision } of history) {
    if (progress !== 'pending') continue;
    const item = decision?.items.find(({ joke_id }) => joke_id === joke.joke_id);
    if (!item) continue;
    const patch: Shown = item.patch;
    const { status, safe, duplicate_of, tags, add_tags = [], remove_tags = [] } = patch;
    const left = (tags ?? now.tags).filter((tag) => !remove_tags.includes(tag));
    now = {
      ...now,
      tags: [...new Set([...left, ...add_tags])],
      ...(safe !== undefined && { safe }),
      ...(status && { status }),
      ...(status === 'rejected' && { reject_reason: reasonOf(decision), duplicate_of }),
    };
  }
  return now;
}

/** What is running for a joke. */
export function taskOf(
  jokeId: number,
  history: readonly Made[],
): Change['action'] | 'undo' | undefined {
  const running = history.findLast(
    ({ status, variables }) =>
      status === 'pending' && variables?.items.some(({ joke_id }) => joke_id === jokeId),
  )?.variables;
  if (running === undefined) return undefined;
  return 'undoes' in running ? 'undo' : running.action;
}

/** The changes that can be undone, the latest last. */
export function undoable(history: readonly Made[]): Change[] {
  const undone = new Set(
    history.flatMap(({ variables }) =>
      variables && 'undoes' in variables ? variables.undoes : [],
    ),
  );
  return history.flatMap(({ status, variables, data }) => {
    if (!variables || 'undoes' in variables || variables.reason === PERSONAL_DATA) return [];
    const isMade = status === 'pending' || Boolean(data?.change_id);
    const isUndone = undone.has(variables.key) || undone.has(data?.change_id ?? '');
    return isMade && !isUndone ? variables : [];
  });
}

/** Returns a function that undoes the latest change of this tab that can be undone; called again, the one before. */
export function useUndo(): () => void {
  const history = useHistory();
  const decide = useDecide();
  return () => {
    const latest = undoable(history).at(-1);
    if (latest) void decide(undoing(latest));
  };
}
