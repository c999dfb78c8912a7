import { useRef, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { TextField } from '../../components/text-field.tsx';
import { offerAdminLogin, useSession } from '../../stores/session.ts';
import { textOf } from './form-text.ts';
import { adminLoginMessage } from './login-messages.ts';
import { useAttempt } from './use-attempt.ts';

/** The administrator's login form. @param onDone called when the administrator is signed in */
export function AdminLogin({ onDone }: { onDone: () => void }) {
  const { busy, error, run } = useAttempt(adminLoginMessage);
  const password = useRef<HTMLInputElement>(null);

  const signIn = async (form: FormData) => {
    const body = { username: textOf(form, 'username').trim(), password: textOf(form, 'password') };
    const done = await run(async () => {
      const { access_token } = await call('loginAdmin', { body });
      offerAdminLogin(false);
      useSession.getState().signInAdmin(access_token, body.username);
    });
    if (done) onDone();
    else password.current?.focus();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void signIn(new FormData(event.currentTarget));
  };

  return (
    <form className="session" onSubmit={onSubmit}>
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        ref={password}
      />
      <div role="alert">{error !== null && <p className="field-error">{error}</p>}</div>
      <button type="submit" className="button" disabled={busy}>
        {busy ? 'Logging in...' : 'Login'}
      </button>
    </form>
  );
}
