import { useSyncExternalStore } from 'react';
import { followDraft, readDraft } from './draft.ts';

const NO_DRAFT = '';

/** The draft of this browser; none where the page is drawn without one, as on a server. */
export function useDraft(): string {
  return useSyncExternalStore(followDraft, readDraft, () => NO_DRAFT);
}
