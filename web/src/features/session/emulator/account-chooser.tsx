import type { FormEvent } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { textOf } from '../form-text.ts';
import './account-chooser.css';

/** An Auth emulator account. It is created if it does not exist yet. */
export interface Account {
  email: string;
  name: string;
}

const SUGGESTED: readonly Account[] = [
  { email: 'admin@example.com', name: 'Ada Admin' },
  { email: 'visitor@example.com', name: 'Vic Visitor' },
];

interface AccountChooserProps {
  onChoose: (account: Account) => void;
  onClose: () => void;
}

/** Chooses or creates a Google account in the Auth emulator. */
export function AccountChooser({ onChoose, onClose }: AccountChooserProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = textOf(form, 'email').trim();
    onChoose({ email, name: textOf(form, 'name').trim() || email });
  };

  return (
    <Dialog title="Choose an Auth emulator account" onClose={onClose}>
      <ul className="account-chooser">
        {SUGGESTED.map((account) => (
          <li key={account.email}>
            <button type="button" className="button" onClick={() => onChoose(account)}>
              {account.name} ({account.email})
            </button>
          </li>
        ))}
      </ul>
      <form className="account-chooser" onSubmit={onSubmit}>
        <TextField label="E-mail" name="email" type="email" autoComplete="off" required />
        <TextField label="Name" name="name" autoComplete="off" />
        <button type="submit" className="button">
          Sign in
        </button>
      </form>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
