import { useEffect, useRef } from 'react';
import { googleLoginMessage } from './login-messages.ts';
import { useAttempt } from './use-attempt.ts';

const loadSignIn = () => import('./google/sign-in.ts');

/** The Google login button. @param onDone called when the user is signed in */
export function GoogleLogin({ onDone }: { onDone: () => void }) {
  const { busy, error, run } = useAttempt(googleLoginMessage);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // Loaded before the click, because browsers allow popups only right after one. If loading fails,
    // the click reports it.
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
      <p>
        Your name and picture appear in the top bar. You can rate and submit facts without an
        account.
      </p>
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
