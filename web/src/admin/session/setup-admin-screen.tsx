import { useMutation, useQuery } from '@tanstack/react-query';
import { type EndpointInput } from 'functions/contract';
import { limits } from 'functions/domain';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { countText } from '../../ui/format.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField, textOf } from '../../ui/text-field.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { adminLogin } from '../../stores/session.ts';
import { REFUSED } from './admin-only.tsx';
import { setupMessage, setupProblem } from './messages.ts';
import styles from './session.module.css';

/** Specification §9. */
const REDIRECT_MS = 2_000;

const NEW_PASSWORD = {
  type: 'password',
  autoComplete: 'new-password',
  maxLength: limits.passwordMaxLength,
  required: true,
} as const;

/** Leads to the administrator's login, also for somebody who is signed in with Google. */
function Success() {
  const navigate = useNavigate();
  useEffect(() => {
    adminLogin.save(true);
    const toLogin = () => void navigate(paths.login, { state: REFUSED });
    const timer = setTimeout(toLogin, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div role="status">
      <h2>Success!</h2>
      <p>The admin user was created. Redirecting to the login…</p>
    </div>
  );
}

/** Creates the first administrator. `keyRequired`: the deployment requires its setup key. */
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
  const error = problem ?? (setup.isError ? setupMessage(setup.error) : null);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (setup.isPending) return;
    const form = new FormData(event.currentTarget);
    const username = textOf(form, 'username').trim();
    const password = textOf(form, 'password');
    const found = setupProblem({ username, password, confirmation: textOf(form, 'confirmation') });
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
  const navigate = useNavigate();
  return (
    <div className={`${styles.form} stack`}>
      <h2>Admin Already Exists</h2>
      <p>This site already has an administrator.</p>
      <button
        type="button"
        className="button button-main"
        onClick={() => void navigate(paths.login)}
      >
        Go to Login
      </button>
    </div>
  );
}

/** Creates the first administrator of a new site (specification §2, Setup Admin). */
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
