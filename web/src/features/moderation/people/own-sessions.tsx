import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/failure.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { announce } from '../../../stores/announcement.ts';
import { LocalTime } from '../labels.tsx';
import { QueryStates } from '../query-states.tsx';

const sessionsQuery = queryOptions({
  queryKey: ['moderation', 'sessions'],
  queryFn: ({ signal }) => call('listSessions', {}, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** Where the administrator is signed in, with a button to end each session but this one. */
export function OwnSessions() {
  const query = useQuery(sessionsQuery);
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (session_id: string | undefined) =>
      call('endSessions', { body: session_id === undefined ? {} : { session_id } }),
    onSuccess: (_done, id) => announce(id === undefined ? 'All others ended.' : 'Session ended.'),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
  const sessions = query.data?.sessions ?? [];
  return (
    <section className="people-sessions" aria-labelledby="own-sessions">
      <h3 id="own-sessions">Your sessions</h3>
      <QueryStates query={query} />
      <ul>
        {sessions.map(({ session_id, client: name, created_at, last_used_at, current }) => (
          <li key={session_id}>
            <p>
              <strong>{name || 'Unknown browser'}</strong>
              {current ? ', this one' : ''}
              <br />
              Began <LocalTime at={created_at} />, last used <LocalTime at={last_used_at} />
            </p>
            {!current && (
              <BusyButton
                busy={end.isPending}
                aria-label={`End the session: ${name || 'Unknown browser'}`}
                onClick={() => end.mutate(session_id)}
              >
                End
              </BusyButton>
            )}
          </li>
        ))}
      </ul>
      {end.isError && (
        <p className="field-error" role="alert">
          Error: {messageOf(end.error)}
        </p>
      )}
      {sessions.length > 1 && (
        <BusyButton busy={end.isPending} onClick={() => end.mutate(undefined)}>
          End all others
        </BusyButton>
      )}
    </section>
  );
}
