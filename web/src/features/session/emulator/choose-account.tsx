import { GoogleAuthProvider, signInWithCredential, type Auth, type User } from 'firebase/auth';
import type { FormEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { TextField, textOf } from '../../../components/text-field.tsx';
import './choose-account.css';

/** Auth emulator accounts. An account is created if it does not exist yet. */
const SUGGESTED = [
  { email: 'admin@example.com', name: 'Ada Admin' },
  { email: 'visitor@example.com', name: 'Vic Visitor' },
];

interface AccountChooserProps {
  onChoose: (account: (typeof SUGGESTED)[number]) => void;
  onClose: () => void;
}

function AccountChooser({ onChoose, onClose }: AccountChooserProps) {
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
      <DialogActions close="Cancel" onClose={onClose} />
    </Dialog>
  );
}

/**
 * Replaces Google's popup: the Auth emulator accepts any claims sent as JSON instead of a signed
 * token. The same email is always the same account.
 * @throws with the code `auth/popup-closed-by-user` when no account was chosen
 */
export async function chooseAccount(auth: Auth): Promise<User> {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const { email, name } = await new Promise<(typeof SUGGESTED)[number]>((resolve, reject) => {
    const closed = new Error('The account chooser was closed.');
    const onClose = () => reject(Object.assign(closed, { code: 'auth/popup-closed-by-user' }));
    root.render(<AccountChooser onChoose={resolve} onClose={onClose} />);
  }).finally(() => {
    root.unmount();
    container.remove();
  });
  const claims = { sub: email.toLowerCase(), email, email_verified: true, name };
  const credential = GoogleAuthProvider.credential(JSON.stringify(claims));
  return (await signInWithCredential(auth, credential)).user;
}
