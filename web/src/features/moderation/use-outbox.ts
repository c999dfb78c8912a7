import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { retryNow } from '../../api/send.ts';
import { useSession } from '../../stores/session.ts';
import type { Decision } from './changes.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createUnsentDecisions } from './unsent-decisions.ts';

type UnsentDecisions = ReturnType<typeof createUnsentDecisions>;

/** The outbox of the page, and what it took over from pages that were closed before the server had answered. */
export interface PageOutbox {
  outbox: Outbox;
  /** Resolves as soon as they are in the outbox. */
  takenOver: Promise<readonly Decision[]>;
}

const username = () => useSession.getState().profile?.name ?? '';

/** Stores decisions until they are sent, and warns before the page is left with other changes that were not. */
function guard({ useStatus, clear }: Outbox, store: UnsentDecisions): void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  useStatus.subscribe(({ unsent, decisions }) => {
    const isKept = store.keep(username(), decisions);
    if (unsent > (isKept ? decisions.length : 0)) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
  });
  useSession.subscribe(({ left, isAdmin }, before) => {
    if (left) clear();
    else if (isAdmin && !before.isAdmin) retryNow();
  });
}

/** Sends what this moderator has left unsent in closed pages. */
async function takeOver(outbox: Outbox, store: UnsentDecisions): Promise<readonly Decision[]> {
  const taken: Decision[] = [];
  await store.takeOver(username(), (decisions) => {
    for (const decision of decisions) {
      taken.push(decision);
      // The queue shows failures when it is opened.
      outbox.decide(decision, true).catch(() => undefined);
    }
  });
  return taken;
}

const outboxes = new WeakMap<QueryClient, PageOutbox>();

/** The outbox of the page, which also sends while another screen is shown. Only for signed-in administrators. */
export function usePageOutbox(): PageOutbox {
  const client = useQueryClient();
  const known = outboxes.get(client);
  if (known) return known;
  const outbox = createOutbox(client);
  const store = createUnsentDecisions();
  guard(outbox, store);
  const page = { outbox, takenOver: takeOver(outbox, store) };
  outboxes.set(client, page);
  return page;
}

/** As {@link usePageOutbox}. */
export const useOutbox = (): Outbox => usePageOutbox().outbox;
