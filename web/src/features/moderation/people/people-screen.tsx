import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EndpointOutput, Person } from 'functions/contract';
import { limits } from 'functions/domain';
import { useEffect, useRef, type FormEvent } from 'react';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/failure.ts';
import { Badge } from '../../../components/badge.tsx';
import { BusyButton } from '../../../components/busy-button.tsx';
import { TextField, textOf } from '../../../components/text-field.tsx';
import { announce } from '../../../stores/announcement.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { LocalTime } from '../labels.tsx';
import { peopleQuery } from '../moderation-queries.ts';
import { QueryStates } from '../query-states.tsx';

type People = EndpointOutput<'listPeople'>;

const DONE: Readonly<Record<People['log'][number]['action'], string>> = {
  invite: 'invited',
  accept: 'accepted the invitation',
  disable: 'disabled',
  'end-sessions': 'ended all sessions of',
};

/** The link of a new invitation, to copy. */
function NewLink({ username, url, expires_at }: EndpointOutput<'invitePerson'>) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [url]);
  const copy = () => {
    navigator.clipboard.writeText(url).then(
      () => announce('The link is copied.'),
      () => field.current?.select(),
    );
  };
  return (
    <div className="people-link">
      <TextField
        label={`The link for ${username}`}
        hint="Share it with this person only: the first to open it chooses the password."
        readOnly
        value={url}
        ref={field}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" className="button" onClick={copy}>
        Copy link
      </button>
      <p>
        It works once, until <LocalTime at={expires_at} />. It is not shown again.
      </p>
    </div>
  );
}

type Change = 'disablePerson' | 'endPersonSessions';

interface PersonRowProps {
  person: Person;
  isYou: boolean;
  /** undefined if the viewer may change nothing about this person */
  actions: { invite: () => void; change: (change: Change) => void; busy: boolean } | undefined;
}

function PersonRow({ person, isYou, actions }: PersonRowProps) {
  const { username, provider, role, state, invited_until } = person;
  const isActive = state === 'active';
  return (
    <li className="people-row">
      <h3>
        {username}
        {provider === 'google' && ' (Google)'}
        {isYou && ', you'}
      </h3>
      <p className="people-facts">
        {role === 'owner' ? 'Owner' : 'Moderator'}
        {state === 'disabled' && <Badge label="Disabled" tone="bad" />}
        {invited_until !== null && (
          <span>
            Invited until <LocalTime at={invited_until} />
          </span>
        )}
      </p>
      {actions && (
        <div className="people-actions">
          <BusyButton
            busy={actions.busy}
            aria-label={`New link for ${username}`}
            onClick={actions.invite}
          >
            New link
          </BusyButton>
          {isActive && (
            <BusyButton
              busy={actions.busy}
              aria-label={`End all sessions of ${username}`}
              onClick={() => actions.change('endPersonSessions')}
            >
              End sessions
            </BusyButton>
          )}
          {state !== 'disabled' && (
            <BusyButton
              busy={actions.busy}
              aria-label={`${isActive ? 'Disable' : 'Withdraw the invitation of'} ${username}`}
              onClick={() => actions.change('disablePerson')}
            >
              {isActive ? 'Disable' : 'Withdraw'}
            </BusyButton>
          )}
        </div>
      )}
    </li>
  );
}

/** What is asked before a change. */
const question = (change: Change, { username, state }: Person) =>
  change === 'endPersonSessions'
    ? `End all sessions of ${username}?`
    : state === 'invited'
      ? `Withdraw the invitation of ${username}?`
      : `Disable ${username}? Only a new invitation lets them sign in again.`;

/** Everybody who moderates. Owners invite, and disable. */
function PeopleList({ people, you, may_invite, log }: People) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries(peopleQuery);
  const invitation = useMutation({
    // The link is a secret.
    gcTime: 0,
    mutationFn: (username: string) => call('invitePerson', { body: { username } }),
    onSettled: refresh,
  });
  const change = useMutation({
    mutationFn: ({ action, username }: { action: Change; username: string }) =>
      call(action, { body: { username } }),
    onSuccess: () => announce('Done.'),
    onSettled: refresh,
  });
  const busy = invitation.isPending || change.isPending;
  const error = invitation.error ?? change.error;

  const invite = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const username = textOf(new FormData(event.currentTarget), 'username').trim();
    if (!busy && username !== '') invitation.mutate(username);
  };
  return (
    <>
      {may_invite && (
        <form className="people-invite" onSubmit={invite}>
          <TextField
            label="Invite a moderator"
            name="username"
            hint="The name to sign in with. A moderator does everything but invite and disable people."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.usernameMaxLength}
            required
          />
          <BusyButton type="submit" className="button button-main" busy={busy}>
            {invitation.isPending ? 'Inviting...' : 'Invite'}
          </BusyButton>
        </form>
      )}
      <div role="alert">
        {error !== null && <p className="field-error">Error: {messageOf(error)}</p>}
      </div>
      {invitation.data && <NewLink {...invitation.data} />}
      <ul className="people-list">
        {people.map((person) => {
          const { username, provider } = person;
          const isYou = username === you.username && provider === you.provider;
          const mayChange = may_invite && provider === 'password' && !isYou;
          const actions = {
            busy,
            invite: () => invitation.mutate(username),
            change: (action: Change) => {
              if (window.confirm(question(action, person))) change.mutate({ action, username });
            },
          };
          return (
            <PersonRow
              key={`${provider} ${username}`}
              person={person}
              isYou={isYou}
              actions={mayChange ? actions : undefined}
            />
          );
        })}
      </ul>
      {log.length > 0 && (
        <section className="people-log" aria-labelledby="people-log">
          <h2 id="people-log">Latest changes</h2>
          <ul>
            {log.map(({ at, actor, action, username }) => (
              <li key={`${at} ${action} ${username}`}>
                <LocalTime at={at} /> · {actor.username} {DONE[action]}
                {action !== 'accept' && ` ${username}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Who moderates. Its route controls access. */
export default function PeopleScreen() {
  const query = useQuery(peopleQuery);
  return (
    <AdminScreen title="People">
      <div className="people">
        <QueryStates query={query} />
        {query.data && <PeopleList {...query.data} />}
      </div>
    </AdminScreen>
  );
}
