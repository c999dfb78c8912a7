import { useMutation, useQuery } from '@tanstack/react-query';
import { limits, type EndpointInput } from 'functions/contract';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { LoadError } from '../../components/load-error.tsx';
import { Screen } from '../../components/screen.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { TextField, textOf } from '../../components/text-field.tsx';
import { setupMessage, setupProblem } from './messages.ts';
import './session.css';

/** Specification §9. */
const REDIRECT_MS = 2_000;

interface SetupFormProps {
  /** Whether the deployment requires its setup key. */
  keyRequired: boolean;
  onCreated: () => void;
}

/** Creates the first administrator. */
function SetupForm({ keyRequired, onCreated }: SetupFormProps) {
  const first = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const setup = useMutation({
    // The cache must not hold the password.
    gcTime: 0,
    mutationFn: (body: EndpointInput<'setupAdmin'>['body']) => call('setupAdmin', { body }),
    onSuccess: onCreated,
    onError: () => first.current?.focus(),
  });
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

  return (
    <form className="session" onSubmit={onSubmit}>
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
        type="password"
        autoComplete="new-password"
        hint={`Minimum ${limits.passwordMinLength} characters`}
        maxLength={limits.passwordMaxLength}
        required
      />
      <TextField
        label="Confirm Password"
        name="confirmation"
        type="password"
        autoComplete="new-password"
        maxLength={limits.passwordMaxLength}
        required
      />
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
      <div role="alert">{error !== null && <p className="field-error">{error}</p>}</div>
      <button type="submit" className="button" disabled={setup.isPending}>
        {setup.isPending ? 'Creating...' : 'Create Admin User'}
      </button>
    </form>
  );
}

function Success() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.login), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div role="status">
      <h2>Success!</h2>
      <p>The admin user was created. Redirecting to the login…</p>
    </div>
  );
}

function AdminExists() {
  const navigate = useNavigate();
  return (
    <div className="session">
      <h2>Admin Already Exists</h2>
      <p>This site already has an administrator.</p>
      <button type="button" className="button" onClick={() => void navigate(paths.login)}>
        Go to Login
      </button>
    </div>
  );
}

function SetupSteps() {
  const [created, setCreated] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: ['admin-setup'],
    queryFn: () => call('getAdminSetup', {}),
    // Loaded once per visit, so that it never replaces a form in use.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (created) return <Success />;
  if (data?.admin_exists === true) return <AdminExists />;
  if (data !== undefined) {
    return <SetupForm keyRequired={data.setup_key_required} onCreated={() => setCreated(true)} />;
  }
  if (!isError) return <Spinner label="Checking whether an administrator exists…" />;
  return (
    <LoadError
      text="Couldn't check whether an administrator exists. Please try again later."
      onRetry={() => void refetch()}
    />
  );
}

/** Creates the first administrator of a new site (specification §2, Setup Admin). */
export default function SetupAdminScreen() {
  return (
    <Screen title="Setup Admin">
      <SetupSteps />
    </Screen>
  );
}
