import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { retryNow } from './retry.ts';
import { useSession } from '../stores/session.ts';
import { createOutbox, type Outbox } from './outbox.ts';

/** Warns before the page is left with changes that were not sent. */
function guard({ useStatus, clear }: Outbox): void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  useStatus.subscribe(({ unsent }) => {
    if (unsent > 0) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
  });
  useSession.subscribe(({ left, isAdmin }, before) => {
    if (left) clear();
    else if (isAdmin && !before.isAdmin) retryNow();
  });
}

const outboxes = new WeakMap<QueryClient, Outbox>();

/** The outbox of the page, which also sends while another screen is shown. Only for signed-in administrators. */
export function useOutbox(): Outbox {
  const client = useQueryClient();
  const known = outboxes.get(client);
  if (known) return known;
  const outbox = createOutbox(client);
  guard(outbox);
  outboxes.set(client, outbox);
  return outbox;
}
