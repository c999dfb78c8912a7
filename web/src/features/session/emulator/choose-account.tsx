import { GoogleAuthProvider, signInWithCredential, type Auth, type User } from 'firebase/auth';
import { createRoot } from 'react-dom/client';
import { AccountChooser, type Account } from './account-chooser.tsx';

/** The error that Firebase throws when a popup is closed. */
class ChooserClosed extends Error {
  readonly code = 'auth/popup-closed-by-user';
}

function askForAccount(): Promise<Account> {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const answer = Promise.withResolvers<Account>();
  root.render(
    <AccountChooser
      onChoose={answer.resolve}
      onClose={() => answer.reject(new ChooserClosed('The account chooser was closed.'))}
    />,
  );
  return answer.promise.finally(() => {
    root.unmount();
    container.remove();
  });
}

/**
 * Replaces Google's popup: the Auth emulator accepts any claims sent as JSON instead of a signed
 * token. The same email is always the same account.
 * @throws with the code `auth/popup-closed-by-user` when no account was chosen
 */
export async function chooseAccount(auth: Auth): Promise<User> {
  const { email, name } = await askForAccount();
  const claims = { sub: email.toLowerCase(), email, email_verified: true, name };
  const credential = GoogleAuthProvider.credential(JSON.stringify(claims));
  return (await signInWithCredential(auth, credential)).user;
}
