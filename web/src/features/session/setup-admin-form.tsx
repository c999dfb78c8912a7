import { limits } from 'functions/contract';
import { useRef, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { TextField } from '../../components/text-field.tsx';
import { textOf } from './form-text.ts';
import { setupMessage, setupProblem } from './setup-messages.ts';
import { useAttempt } from './use-attempt.ts';

interface SetupAdminFormProps {
  /** Whether the deployment requires its setup key. */
  keyRequired: boolean;
  onCreated: () => void;
}

/** Creates the first administrator. */
export function SetupAdminForm({ keyRequired, onCreated }: SetupAdminFormProps) {
  const { busy, error, run, refuse } = useAttempt(setupMessage);
  const first = useRef<HTMLInputElement>(null);

  const create = async (form: FormData) => {
    const username = textOf(form, 'username').trim();
    const password = textOf(form, 'password');
    const problem = setupProblem({
      username,
      password,
      confirmation: textOf(form, 'confirmation'),
    });
    if (problem !== null) return refuse(problem);
    const key = keyRequired ? { setup_key: textOf(form, 'setup_key').trim() } : {};
    const done = await run(async () => {
      await call('setupAdmin', { body: { username, password, ...key } });
    });
    if (done) onCreated();
    else first.current?.focus();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void create(new FormData(event.currentTarget));
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
      <button type="submit" className="button" disabled={busy}>
        {busy ? 'Creating...' : 'Create Admin User'}
      </button>
    </form>
  );
}
