import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Totals } from 'functions/contract';
import { call } from '../../api/call.ts';
import { useSession } from '../../stores/session.ts';
import { updateCounts } from './moderation-queries.ts';
import { createOutbox, type Outbox, type OutboxCalls } from './outbox.ts';

/** Warns before the page is left, and retries as soon as that may succeed. */
const watch: OutboxCalls['watch'] = ({ retry, clear }) => {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', warn);
  addEventListener('online', retry);
  const stop = useSession.subscribe(({ left, isAdmin }, before) => {
    // Another administrator must not send these decisions.
    if (left) clear();
    else if (isAdmin && !before.isAdmin) retry();
  });
  return () => {
    removeEventListener('beforeunload', warn);
    removeEventListener('online', retry);
    stop();
  };
};

/** The calls of an outbox. Their answers update the totals in the query cache. */
function callsOf(client: QueryClient): OutboxCalls {
  async function counted<T extends { totals: Totals }>(answer: Promise<T>): Promise<T> {
    const { totals } = await answer;
    updateCounts(client, totals);
    return answer;
  }
  return {
    moderate: (body) => counted(call('moderateJokes', { body })),
    edit: (id, body) => call('editJoke', { params: { id }, body }),
    undo: (audit_id) => counted(call('undoModeration', { params: { audit_id } })),
    latest: async (joke_id) => {
      const { entries } = await call('listAudit', { query: { joke_id, limit: 1 } });
      return entries[0]?.audit_id;
    },
    watch,
  };
}

const outboxes = new WeakMap<QueryClient, Outbox>();

/** The outbox of the page, which also sends while another screen is shown. */
export function useOutbox(): Outbox {
  const client = useQueryClient();
  const outbox = outboxes.get(client) ?? createOutbox(callsOf(client));
  outboxes.set(client, outbox);
  return outbox;
}
