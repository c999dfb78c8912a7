import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { googleLoginMessage } from './messages.ts';
import styles from './session.module.css';

const loadSignIn = () => import('./google/sign-in.ts');

interface GoogleLoginProps {
  /** Called when the user is signed in. */
  onDone: () => void;
  /** what the login is for */
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
      <p>{children}</p>
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
