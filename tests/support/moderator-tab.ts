import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { vi } from 'vitest';
import { MemoryStorage } from '../../web/src/testing/memory-storage.ts';

const loadTab = async () => ({
  ...(await import('../../web/src/api/query-client.ts')),
  ...(await import('../../web/src/admin/changes.ts')),
  ...(await import('../../web/src/admin/decide.ts')),
  ...(await import('../../web/src/admin/decisions.ts')),
  ...(await import('../../web/src/admin/moderation-queries.ts')),
  ...(await import('../../web/src/admin/similar-facts.tsx')),
  ...(await import('../../web/src/admin/queue/queue.ts')),
  ...(await import('../../web/src/stores/session.ts')),
});

type Modules = Awaited<ReturnType<typeof loadTab>>;
type Change = Parameters<Modules['undo']>[1];

type Entry = ReturnType<Modules['viewOf']>['current'];

/**
 * What a moderator's tab uses, without its screens: the real stores, cache and calls, in copies of their own, so that
 * a test can have several tabs.
 * @param session what it finds in its `sessionStorage`
 */
export async function openTab(url: string, token: string, session = new MemoryStorage()) {
  vi.stubGlobal('location', { origin: url });
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', session);
  vi.resetModules();
  const modules = await loadTab();
  const { useDecisions, useQueue, skippedFacts, queuePages, adminCounts } = modules;
  const client = modules.createQueryClient();
  modules.signInAdmin(token, 'test');
  // The top bar shows them on every screen.
  new QueryObserver(client, adminCounts).subscribe(() => undefined);

  /** Shows the next of the loaded facts, as the screen does whenever something changes. */
  function render() {
    const queue = useQueue.getState();
    const observer = new InfiniteQueryObserver(client, queuePages(queue.from));
    const { data, hasNextPage } = observer.getCurrentResult();
    const decisions = useDecisions.getState();
    const view = modules.viewOf(data?.pages ?? [], queue, skippedFacts.latest(), decisions);
    useQueue.setState({ shown: view.shown });
    return { observer, data, hasNextPage, decisions, view };
  }

  /** Loads pages until there is a fact to show, or no more. */
  async function look(): Promise<{ current: Entry; isEnd: boolean }> {
    for (;;) {
      const { observer, data, hasNextPage, decisions, view } = render();
      if (view.current) return { current: view.current, isEnd: false };
      if (data && !hasNextPage) {
        const told = client.getQueryData(adminCounts.queryKey)?.pending ?? 0;
        const left = modules.leftOf(told, skippedFacts.latest(), decisions);
        if (!modules.hasMore(left, decisions)) return { current: undefined, isEnd: true };
        await modules.loadAgain(client);
        continue;
      }
      const { error } = await (data ? observer.fetchNextPage() : observer.refetch());
      if (error) return { current: undefined, isEnd: false };
    }
  }

  /** Makes a decision at the fact on the screen. */
  async function decide(change: Change) {
    const { shown } = useQueue.getState();
    const ended = modules.decide(client, { ...change, ...(shown && { madeAt: shown }) });
    render();
    const end = await ended;
    const isLate = shown && modules.wasLate(end, shown.joke.joke_id);
    if (isLate) modules.avoidOthers(client, shown.from);
    return end;
  }

  /** Presses Z. */
  function undo(): void {
    const change = modules.undoable(useDecisions.getState()).at(-1);
    if (change) modules.undo(client, change);
    if (change?.madeAt) modules.showAgain(change.madeAt);
  }

  /** Waits until all decisions are answered. */
  async function settle(): Promise<void> {
    while (modules.unanswered(useDecisions.getState()).length > 0) {
      await new Promise<void>((resolve) => {
        const stop = useDecisions.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
  }

  return { ...modules, client, look, decide, undo, settle };
}

export type Tab = Awaited<ReturnType<typeof openTab>>;
