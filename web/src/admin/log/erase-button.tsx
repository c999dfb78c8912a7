import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AuditEntry } from 'functions/contract';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Ring } from '../../ui/spinner.tsx';
import { announce } from '../../stores/announcement.ts';
import { EraseDialog } from '../reject-dialog.tsx';
import { useOutbox } from '../use-outbox.ts';
import { entryElementId, LOG_KEY } from './log-state.ts';

/** Deletes a fact for good whose deletion an entry says, while it can still be restored. */
export function EraseButton({ entry }: { entry: AuditEntry }) {
  const { joke_id, audit_id, before } = entry;
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const outbox = useOutbox();
  const erase = useMutation({
    mutationFn: async () => {
      const [result] = await outbox.erase([{ joke_id }]);
      if (result?.error !== undefined) throw new Error(result.error);
    },
    onSuccess: () => {
      announce(`Deleted fact no. ${joke_id} for good.`);
      // The button is about to disappear.
      document.getElementById(entryElementId(audit_id))?.focus({ preventScroll: true });
    },
    onSettled: () => client.refetchQueries({ queryKey: LOG_KEY }),
  });
  return (
    <>
      <BusyButton
        className="button"
        aria-label={`Delete for good: fact no. ${joke_id}`}
        busy={erase.isPending}
        onClick={() => setAsking(true)}
      >
        {erase.isPending && <Ring />} <span>Delete for good…</span>
      </BusyButton>
      {erase.error && (
        <p className="field-error" role="alert">
          {`Error: ${messageOf(erase.error)}`}
        </p>
      )}
      {asking && (
        <EraseDialog
          jokes={[{ joke_id, joke_text: before.joke_text ?? '' }]}
          onErase={() => {
            setAsking(false);
            erase.mutate();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
