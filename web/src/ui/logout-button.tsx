import { announce } from '../stores/announcement.ts';
import { signOut } from '../stores/session.ts';

function logOut(): void {
  // The button is about to disappear, and the focus with it.
  document.querySelector('h1')?.focus({ preventScroll: true });
  signOut();
  announce('You are signed out.');
}

/** Signs the user out and stays on the screen. */
export function LogoutButton({ className }: { className: string }) {
  return (
    <button type="button" className={className} onClick={logOut}>
      Logout
    </button>
  );
}
