import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LoggedChange } from 'functions/contract';
import { PERSONAL_DATA } from 'functions/domain';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/failure.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Ring } from '../../ui/spinner.tsx';
import { announce } from '../../stores/announcement.ts';
import { newChange } from '../changes.ts';
import { EraseDialog } from '../reject-dialog.tsx';
import { headingId, LOG_KEY } from './log-state.ts';

interface EraseButtonProps {
  /** the deletion */
  changeId: string;
  item: LoggedChange['items'][number];
}

/** Deletes a deleted fact for good, while it can still be restored. */
export function EraseButton({ changeId, item: { joke_id, joke_text } }: EraseButtonProps) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const [{ key: idempotencyKey, ...body }] = useState(() => {
    const patch = { status: 'rejected' } as const;
    return newChange('reject', [{ joke_id, expected: {}, patch }], PERSONAL_DATA);
  });
  const erase = useMutation({
    mutationFn: async () => {
      const { results } = await call('changeJokes', { body }, { idempotencyKey });
      for (const { error } of results) if (error !== undefined) throw new Error(error);
    },
    onSuccess: () => {
      announce(`Deleted fact no. ${joke_id} for good.`);
      // The button is about to disappear.
      document.getElementById(headingId(changeId))?.focus({ preventScroll: true });
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
          jokes={[{ joke_id, joke_text: joke_text ?? '' }]}
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
