import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { messageOf, UNREACHABLE } from '../../api/failure.ts';
import styles from './session.module.css';

const loadSignIn = () => import('./google-sign-in.ts');

/** The messages for the errors of Firebase. */
const BY_CODE = new Map([
  ['auth/popup-closed-by-user', 'Login was cancelled. Please try again.'],
  ['auth/network-request-failed', UNREACHABLE],
  ['auth/popup-blocked', 'Popup was blocked by your browser. Please allow popups and try again.'],
]);

/** The message for a failed login with Google. */
export function googleLoginMessage(error: unknown): string {
  // The script could not be loaded.
  if (error instanceof TypeError) return UNREACHABLE;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return BY_CODE.get(code) ?? messageOf(error, 'Failed to sign in with Google. Please try again.');
}

interface GoogleLoginProps {
  /** Called when the user is signed in. */
  onDone: () => void;
  /** why to sign in */
  children: ReactNode;
}

/** The Google login button. */
export function GoogleLogin({ onDone, children }: GoogleLoginProps) {
  const button = useRef<HTMLButtonElement>(null);
  const login = useMutation({
    mutationFn: async () => (await loadSignIn()).signInWithGoogle(),
    onSuccess: onDone,
  });

  useEffect(() => {
    // Prepared before the click, because browsers allow popups only right after one. This sends
    // requests only to this site; if one fails, the click reports it.
    loadSignIn()
      .then(({ openAuth }) => openAuth())
      .catch(() => undefined);
  }, []);
  // While it was disabled, the button lost the focus.
  useEffect(() => {
    if (login.isError) button.current?.focus();
  }, [login.isError]);

  return (
    <div className={`${styles.form} stack`}>
      {children}
      <div role="alert">
        {login.isError && <p className="field-error">{googleLoginMessage(login.error)}</p>}
      </div>
      <button
        type="button"
        className="button button-main"
        ref={button}
        disabled={login.isPending}
        onClick={() => login.mutate()}
      >
        {login.isPending ? 'Signing in...' : 'Sign in with Google'}
      </button>
    </div>
  );
}
