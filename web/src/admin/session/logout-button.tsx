import { logOut } from '../../api/session.ts';
import { announce } from '../../stores/announcement.ts';

/** Signs the user out and stays on the screen. */
export function leave(): void {
  // The button is about to disappear, and the focus with it.
  document.querySelector('h1')?.focus({ preventScroll: true });
  logOut();
  announce('You are signed out.');
}

/** Logs out at once. */
export function LogoutButton({ className }: { className: string }) {
  return (
    <button type="button" className={className} onClick={leave}>
      Logout
    </button>
  );
}
