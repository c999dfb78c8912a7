import { useEffect, useRef } from 'react';
import { googleLoginMessage } from './login-messages.ts';
import { useAttempt } from './use-attempt.ts';

const loadSignIn = () => import('./google/sign-in.ts');

/** @param onDone told once somebody is signed in */
export function GoogleLogin({ onDone }: { onDone: () => void }) {
  const { busy, error, run } = useAttempt(googleLoginMessage);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // Ahead of the click: a browser allows a popup only soon after one. If it fails, the click tells.
    loadSignIn()
      .then(({ prepare }) => prepare())
      .catch(() => undefined);
  }, []);

  const signIn = async () => {
    const done = await run(async () => {
      const { signInWithGoogle } = await loadSignIn();
      await signInWithGoogle();
    });
    if (done) onDone();
    else button.current?.focus();
  };

  return (
    <div className="session">
      <p>Your name and picture then stand in the top bar. Rating and submitting need no account.</p>
      <div role="alert">{error !== null && <p className="field-error">{error}</p>}</div>
      <button
        type="button"
        className="button"
        ref={button}
        disabled={busy}
        onClick={() => void signIn()}
      >
        {busy ? 'Signing in...' : 'Sign in with Google'}
      </button>
    </div>
  );
}
