import { useMutation, useQuery } from '@tanstack/react-query';
import type { EndpointInput } from 'functions/contract';
import { limits } from 'functions/domain';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { hasCode, serverDetailOf } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { countText } from '../../ui/format.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField, textOf } from '../../ui/text-field.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { adminLogin } from '../../stores/session.ts';
import type { LoginState } from './admin-only.tsx';
import styles from './session.module.css';

/** How long the success message is shown before the login. */
const REDIRECT_MS = 2_000;

const NEW_PASSWORD = {
  type: 'password',
  autoComplete: 'new-password',
  maxLength: limits.passwordMaxLength,
  required: true,
} as const;

/** The message for a failed setup. */
function messageFor(error: unknown): string {
  return hasCode(error, 'conflict')
    ? 'Admin user already exists. Please login instead.'
    : serverDetailOf(error, 'Failed to create admin user.');
}

/** The first validation error; `null` if the form is valid. */
function problemOf(form: Record<'username' | 'password' | 'confirmation', string>): string | null {
  if (form.username === '') return 'Username is required';
  if (form.password !== form.confirmation) return 'Passwords do not match';
  if (form.password.length < limits.passwordMinLength) {
    return `Password must be at least ${limits.passwordMinLength} characters long`;
  }
  return null;
}

/** Opens the administrator's login, even for a user who is signed in with Google. */
function useToLogin() {
  const navigate = useNavigate();
  return () => {
    adminLogin.save(true);
    const state: LoginState = { refused: true };
    void navigate(paths.login, { state });
  };
}

function Success() {
  const toLogin = useEffectEvent(useToLogin());
  useEffect(() => {
    const timer = setTimeout(() => toLogin(), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <h2>Success!</h2>
      <p>The admin user was created. Redirecting to the login…</p>
    </div>
  );
}

/** Creates the first administrator. @param keyRequired whether the deployment requires its setup key */
function SetupForm({ keyRequired }: { keyRequired: boolean }) {
  const first = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const setup = useMutation({
    // The cache must not hold the password.
    gcTime: 0,
    mutationFn: (body: EndpointInput<'setupAdmin'>['body']) => call('setupAdmin', { body }),
    onError: () => first.current?.focus(),
  });
  const online = useOnline();
  const error = problem ?? (setup.isError ? messageFor(setup.error) : null);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (setup.isPending) return;
    const form = new FormData(event.currentTarget);
    const username = textOf(form, 'username').trim();
    const password = textOf(form, 'password');
    const found = problemOf({ username, password, confirmation: textOf(form, 'confirmation') });
    setProblem(found);
    if (found !== null) return;
    const key = keyRequired ? { setup_key: textOf(form, 'setup_key').trim() } : {};
    setup.mutate({ username, password, ...key });
  };

  if (setup.isSuccess) return <Success />;
  return (
    <form className={`${styles.form} stack`} onSubmit={onSubmit}>
      <p>This site has no administrator yet. Fill in this form to become the administrator.</p>
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.usernameMaxLength}
        required
        ref={first}
      />
      <TextField
        label="Password"
        name="password"
        hint={`Minimum ${countText(limits.passwordMinLength, 'character')}`}
        {...NEW_PASSWORD}
      />
      <TextField label="Confirm Password" name="confirmation" {...NEW_PASSWORD} />
      {keyRequired && (
        <TextField
          label="Setup Key"
          name="setup_key"
          type="password"
          autoComplete="off"
          hint="The SETUP_KEY of this deployment"
          maxLength={limits.setupKeyMaxLength}
          required
        />
      )}
      <div role="alert">
        {error !== null && <p className="field-error">{error}</p>}
        {error !== null && !online && <p>You are offline. Try again when you are back online.</p>}
      </div>
      <button type="submit" className="button button-main" disabled={setup.isPending}>
        {setup.isPending ? 'Creating...' : 'Create Admin User'}
      </button>
    </form>
  );
}

function AdminExists() {
  const toLogin = useToLogin();
  return (
    <div className={`${styles.form} stack`}>
      <h2>Admin Already Exists</h2>
      <p>This site already has an administrator.</p>
      <button type="button" className="button button-main" onClick={toLogin}>
        Go to Login
      </button>
    </div>
  );
}

/** Creates the first administrator of a new site. */
export default function SetupAdminScreen() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['admin-setup'],
    queryFn: () => call('getAdminSetup', {}),
    // Loaded once per visit, so that it never replaces a form in use.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Screen title="Setup Admin">
      {data?.admin_exists === true && <AdminExists />}
      {data?.admin_exists === false && <SetupForm keyRequired={data.setup_key_required} />}
      {data === undefined && !isError && (
        <Spinner label="Checking whether an administrator exists…" />
      )}
      {data === undefined && isError && (
        <LoadError
          text="Couldn’t check whether an administrator exists. Please try again later."
          onRetry={() => void refetch()}
        />
      )}
    </Screen>
  );
}
