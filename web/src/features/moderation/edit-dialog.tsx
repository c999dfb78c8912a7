import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput, Joke } from 'functions/contract';
import type { FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Ring } from '../../components/spinner.tsx';
import { EditedTextField, useEditedText } from './edited-text.tsx';
import { changedJoke } from './decisions.ts';
import { updateJoke } from './moderation-queries.ts';

interface EditDialogProps {
  joke: Joke;
  onClose: () => void;
  /** @param auditId the log entry, null if the text was the same */
  onSaved: (joke: Joke, auditId: string | null) => void;
}

/** Edits the text of a joke, within the limits of a submission. After a failure the typed text stays. */
export function EditDialog({ joke, onClose, onSaved }: EditDialogProps) {
  const edited = useEditedText(joke);
  const client = useQueryClient();
  const edit = useMutation({
    mutationFn: (body: EndpointInput<'editJoke'>['body']) =>
      call('editJoke', { params: { id: joke.joke_id }, body }),
    onSuccess: ({ audit_id, ...saved }) => {
      onClose();
      onSaved(saved, audit_id);
    },
    onError: (error) => {
      edited.fail(error);
      updateJoke(client, joke.joke_id, changedJoke(error) ?? {});
    },
  });

  const save = (event: FormEvent) => {
    event.preventDefault();
    const joke_text = edited.check();
    if (joke_text !== undefined) edit.mutate({ joke_text, expected: edited.expected });
  };

  const close = () => {
    const closes = edited.mayDiscard();
    if (closes) onClose();
    return closes;
  };

  return (
    <Dialog title="Edit Joke" locked={edit.isPending} onClose={close}>
      <form noValidate onSubmit={save}>
        <EditedTextField
          edited={edited}
          id="edited-text"
          label={`Text of fact no. ${joke.joke_id}`}
          rows={7}
          saving={edit.isPending}
        />
        <div className="dialog-actions">
          <BusyButton busy={edit.isPending} onClick={close}>
            Cancel
          </BusyButton>
          <BusyButton type="submit" className="button button-main" busy={edit.isPending}>
            {edit.isPending && <Ring />} {edit.isPending ? 'Saving...' : 'Save'}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
