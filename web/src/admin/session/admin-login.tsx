import { useMutation } from '@tanstack/react-query';
import { useRef, type FormEvent, type ReactNode } from 'react';
import { ApiError } from 'functions/contract';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/failure.ts';
import { KnownUsername, TextField, textOf } from '../../ui/text-field.tsx';
import { adminLogin, signInAdmin } from '../../stores/session.ts';
import styles from './session.module.css';

/** The message for a failed login. */
function messageFor(error: unknown): string {
  if (error instanceof ApiError && Array.isArray(error.detail)) {
    return error.detail.map(({ msg }) => msg).join(', ') || 'Validation error';
  }
  return messageOf(error, 'Login failed. Please check your credentials.');
}

interface AdminLoginProps {
  /** Signs in this administrator only. */
  username?: string;
  /** why to sign in */
  children?: ReactNode;
}

/** The administrator's login form. */
export function AdminLogin({ username: only, children }: AdminLoginProps) {
  const password = useRef<HTMLInputElement>(null);
  const login = useMutation({
    // The cache must not hold the password.
    gcTime: 0,
    mutationFn: async (body: { username: string; password: string }) => {
      const { access_token } = await call('loginAdmin', { body });
      signInAdmin(access_token, body.username);
      adminLogin.save(false);
    },
    onError: () => password.current?.focus(),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = textOf(form, 'username').trim();
    if (!login.isPending) login.mutate({ username, password: textOf(form, 'password') });
  };

  return (
    <form className={`${styles.form} stack`} onSubmit={onSubmit}>
      {children}
      {only === undefined ? (
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      ) : (
        <KnownUsername username={only} />
      )}
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        ref={password}
      />
      <div role="alert">
        {login.isError && <p className="field-error">{messageFor(login.error)}</p>}
      </div>
      <button type="submit" className="button button-main" disabled={login.isPending}>
        {login.isPending ? 'Logging in...' : 'Login'}
      </button>
    </form>
  );
}
