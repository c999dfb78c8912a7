import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from 'functions/contract';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/failure.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { Ring } from '../../../components/spinner.tsx';
import { announce } from '../../../stores/announcement.ts';
import { unusualJokes } from './vote-queries.ts';

interface AcceptButtonProps {
  jokeId: number;
  /** called before the fact leaves the list */
  onAccepted?: () => void;
}

/** Says that a fact's votes are fine, which removes it from the unusual ones. */
export function AcceptButton({ jokeId, onAccepted }: AcceptButtonProps) {
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: async () => {
      try {
        await call('acceptVotes', { params: { id: jokeId } });
      } catch (cause) {
        // Another moderator was faster, or the answer to the first attempt was lost.
        if (!(cause instanceof ApiError && cause.code === 'not_found')) throw cause;
      }
    },
    onSuccess: () => {
      announce(`The votes of fact no. ${jokeId} are fine.`);
      onAccepted?.();
      return client.invalidateQueries({ queryKey: unusualJokes.queryKey });
    },
  });
  return (
    <>
      {accept.error && (
        <span className="field-error" role="alert">
          Error: {messageOf(accept.error)}
        </span>
      )}
      <BusyButton
        aria-label={`These are fine: votes of fact no. ${jokeId}`}
        busy={accept.isPending}
        onClick={() => accept.mutate()}
      >
        {accept.isPending && <Ring />} These are fine
      </BusyButton>
    </>
  );
}
