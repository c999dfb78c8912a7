import type { Joke } from 'functions/contract';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { Ring } from '../../../components/spinner.tsx';
import { EditedTextField, useEditedText } from '../edited-text.tsx';
import { review } from './use-review.ts';

/** Edits the text of a fact in its place. After a failure the typed text stays. */
export function EditForm({ joke, onClose }: { joke: Joke; onClose: () => void }) {
  const edited = useEditedText(joke);
  const [saving, setSaving] = useState(false);

  const save = async () => {
    if (saving) return;
    const wanted = edited.check();
    if (wanted === undefined) return;
    setSaving(true);
    try {
      await review.edit(joke.joke_id, wanted, edited.expected);
      onClose();
    } catch (error) {
      edited.fail(error);
      setSaving(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const leave = () => {
    if (edited.mayDiscard()) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !saving) {
      event.preventDefault();
      leave();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) {
      event.preventDefault();
      void save();
    }
  };

  return (
    <form className="queue-edit" noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <EditedTextField
        edited={edited}
        id="queue-text"
        label={
          <>
            Text<span className="visually-hidden"> of fact no. {joke.joke_id}</span>
          </>
        }
        rows={5}
        saving={saving}
        autoFocus
      />
      <div className="queue-edit-actions">
        <BusyButton busy={saving} onClick={leave}>
          Cancel
        </BusyButton>
        <BusyButton
          type="submit"
          className="button button-main"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          busy={saving}
        >
          {saving && <Ring />} {saving ? 'Saving...' : 'Save'}
        </BusyButton>
      </div>
    </form>
  );
}
