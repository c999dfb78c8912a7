import * as z from 'zod/mini';
import { admin, adminSetup } from './accounts.ts';
import { described } from './fields.ts';
import { moment } from './moment.ts';
import { limits } from '../domain/limits.ts';

/** An owner invites and disables people; a moderator does everything else that administrators do. */
export const role = z.enum(['owner', 'moderator']);
export type Role = z.infer<typeof role>;

const { username } = adminSetup.shape;

const person = z.extend(admin, {
  role: described(role, 'Only owners may invite and disable'),
  state: described(
    z.enum(['active', 'disabled', 'invited']),
    '`invited`: has not accepted the first invitation yet',
  ),
  invited_until: described(z.nullable(moment), 'When the open invitation ends; null without one'),
});
export type Person = z.infer<typeof person>;

export const peopleAction = z.enum(['invite', 'accept', 'disable', 'end-sessions']);
export type PeopleAction = z.infer<typeof peopleAction>;

export const people = z.strictObject({
  people: described(z.array(person), 'Everybody who moderates or may soon'),
  you: described(admin, 'The caller'),
  may_invite: described(z.boolean(), 'Whether the caller is an owner'),
  log: described(
    z.array(
      z.strictObject({
        at: moment,
        actor: described(admin, 'Who acted'),
        action: peopleAction,
        username: z.string(),
      }),
    ),
    'The latest changes, the latest first',
  ),
});

export const someone = z.strictObject({ username });

export const invitation = z.strictObject({
  username: z.string(),
  url: described(
    z.url(),
    'The link to send; what is after `#` never reaches a server by opening it',
  ),
  expires_at: moment,
});

export const acceptance = z.strictObject({
  username,
  token: described(z.string().check(z.minLength(1), z.maxLength(100)), 'As in the link'),
  password: adminSetup.shape.password,
});

const sessionId = z.string().check(z.regex(/^[\w-]{43}$/, 'Must be the id of a session'));

export const sessionList = z.strictObject({
  sessions: described(
    z
      .array(
        z.strictObject({
          session_id: described(sessionId, 'Names the session; it is not its token'),
          client: described(z.string(), 'The browser and system, such as `Firefox on Windows`'),
          created_at: described(moment, 'When it began'),
          last_used_at: described(moment, 'When it was last used, to a minute'),
          current: described(z.boolean(), 'Whether it is the caller’s'),
        }),
      )
      .check(z.maxLength(limits.sessionsMax)),
    'The last used first; none for a Google account, whose sessions Google ends',
  ),
});

export const endedSessions = z.strictObject({
  session_id: described(z.optional(sessionId), 'By default all but the caller’s own'),
});
