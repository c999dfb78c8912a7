import { useMutation } from '@tanstack/react-query';
import { type EndpointInput } from 'functions/contract';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { serverDetailOf } from '../../api/failure.ts';
import { Screen } from '../../components/screen.tsx';
import { textOf } from '../../components/text-field.tsx';
import { setupProblem } from './messages.ts';
import { NewPasswordFields, Success } from './new-account.tsx';
import './session.css';

const FAILED = 'Your account could not be created. Please try again.';

/** Chooses the password of an invited moderator. The link's secret is behind #, so no server logs it. */
export default function InvitationScreen() {
  const { hash } = useLocation();
  const link = new URLSearchParams(hash.slice(1));
  const username = link.get('name') ?? '';
  const token = link.get('token') ?? '';
  const [problem, setProblem] = useState<string | null>(null);
  const acceptance = useMutation({
    // The cache must not hold the password.
    gcTime: 0,
    mutationFn: (body: EndpointInput<'acceptInvitation'>['body']) =>
      call('acceptInvitation', { body }),
  });
  const failure = acceptance.isError ? serverDetailOf(acceptance.error, FAILED) : null;
  const error = problem ?? failure;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (acceptance.isPending) return;
    const form = new FormData(event.currentTarget);
    const password = textOf(form, 'password');
    const found = setupProblem({ username, password, confirmation: textOf(form, 'confirmation') });
    setProblem(found);
    if (found === null) acceptance.mutate({ username, token, password });
  };

  return (
    <Screen title="Invitation">
      {acceptance.isSuccess ? (
        <Success>You can now sign in as {username}.</Success>
      ) : username === '' || token === '' ? (
        <p className="session">
          This link is not complete. Please copy all of it, or ask for a new one.
        </p>
      ) : (
        <form className="session" onSubmit={onSubmit}>
          <p className="session-again">
            You are invited to moderate as <strong>{username}</strong>. Choose a password; earlier
            sessions with this name end.
          </p>
          <input hidden readOnly name="username" autoComplete="username" value={username} />
          <NewPasswordFields />
          <div role="alert">{error !== null && <p className="field-error">{error}</p>}</div>
          <button type="submit" className="button" disabled={acceptance.isPending}>
            {acceptance.isPending ? 'Saving...' : 'Save Password'}
          </button>
        </form>
      )}
    </Screen>
  );
}
