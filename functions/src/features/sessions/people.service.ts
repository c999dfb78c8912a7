import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import {
  adminScreens,
  ApiError,
  type EndpointOutput,
  type ParsedInput,
  type PeopleAction,
  type Person,
} from '../../contract/index.ts';
import type { Admin } from '../../identity.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Transact } from '../../platform/database/transact.ts';
import type { NetworkKeys } from '../../platform/throttles/memory-quota.ts';
import { requireUsername } from './password-admins.service.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Invitation, PeopleData } from './people.data.ts';
import { invalidBearer } from './sessions.service.ts';
import { normalizeUsername, type SignInData } from './sign-in.data.ts';

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1_000;

interface Dependencies {
  config: Pick<Config, 'adminEmail' | 'siteOrigin'>;
  data: SignInData;
  people: PeopleData;
  passwords: Pick<PasswordHasher, 'hash'>;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

function sha256(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function noSuchPerson(): ApiError {
  return new ApiError('not_found', 'Nobody has this name.');
}

export type PeopleService = ReturnType<typeof createPeopleService>;

/** Who moderates: owners invite and disable. */
export function createPeopleService(dependencies: Dependencies) {
  const { config, data, people, passwords, transact, clock } = dependencies;

  function isOpen(invitation: Invitation | undefined): invitation is Invitation {
    return invitation !== undefined && clock() < invitation.expires_at.getTime();
  }

  /** @throws ApiError forbidden, the same for every link that does not work */
  function requireToken(invitation: Invitation | undefined, token: string): void {
    const hashes = [sha256(token), invitation?.token_hash ?? ''].map((hash) => Buffer.from(hash));
    const [given, expected] = hashes;
    const isSame =
      given?.length === expected?.length && given && expected && timingSafeEqual(given, expected);
    if (isOpen(invitation) && isSame) return;
    throw new ApiError(
      'forbidden',
      'This invitation has expired or was already used. Please ask for a new one.',
    );
  }

  function record(
    transaction: Transaction,
    id: string,
    { provider, username: actor }: Pick<Admin, 'provider' | 'username'>,
    action: PeopleAction,
    username: string,
  ): void {
    const at = new Date(clock());
    people.log.write(transaction, id, {
      actor: { provider, username: actor },
      action,
      username,
      at,
    });
  }

  /** In the transaction, because two owners may disable each other at the same time. */
  async function requireOwner(transaction: Transaction, actor: Admin): Promise<void> {
    if (actor.provider === 'google') return;
    const own = await data.admins.read(transaction, actor.username);
    if (!own || own.disabled) throw invalidBearer();
  }

  async function readPerson(transaction: Transaction, username: string) {
    if (username === '') throw noSuchPerson();
    const account = await data.admins.read(transaction, username);
    const invitation = await people.invitations.read(transaction, username);
    if (!account && !invitation) throw noSuchPerson();
    return { account, invitation };
  }

  return {
    /** Everybody who moderates, and the latest changes. */
    async list({ provider, username, role }: Admin): Promise<EndpointOutput<'listPeople'>> {
      const { accounts, invitations, entries } = await people.readAll();
      const open = new Map(
        invitations.filter(isOpen).map((one) => [one.username, one.expires_at.toISOString()]),
      );
      const known = new Set(accounts.map((account) => account.username));
      const signIns = accounts.map((account): Person => {
        const { username: name, disabled } = account;
        const state = disabled ? 'disabled' : 'active';
        const invited_until = open.get(name) ?? null;
        return { username: name, provider: 'password', role: account.role, state, invited_until };
      });
      const invited = [...open].flatMap(([name, invited_until]): Person[] =>
        known.has(name)
          ? []
          : [
              {
                username: name,
                provider: 'password',
                role: 'moderator',
                state: 'invited',
                invited_until,
              },
            ],
      );
      const google: Person[] =
        config.adminEmail === undefined
          ? []
          : [
              {
                username: config.adminEmail,
                provider: 'google',
                role: 'owner',
                state: 'active',
                invited_until: null,
              },
            ];
      return {
        people: [...google, ...signIns, ...invited],
        you: { username, provider },
        may_invite: role === 'owner',
        log: entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
      };
    },

    /** Makes a link with which somebody chooses a password; an earlier one for the same name ends. */
    async invite(actor: Admin, typed: string): Promise<EndpointOutput<'invitePerson'>> {
      const username = requireUsername(typed);
      const token = randomBytes(32).toString('base64url');
      const expires_at = new Date(clock() + LIFETIME_MS);
      const logId = people.newLogId();
      await transact(async (transaction) => {
        await requireOwner(transaction, actor);
        const token_hash = sha256(token);
        people.invitations.write(transaction, username, { username, token_hash, expires_at });
        record(transaction, logId, actor, 'invite', username);
      });
      const link = new URLSearchParams({ name: username, token }).toString();
      // Browsers send what is after # to no server, neither as an address nor as a referrer.
      const url = `${config.siteOrigin}${adminScreens.invitation.path}#${link}`;
      return { username, url, expires_at: expires_at.toISOString() };
    },

    /**
     * Creates the account of an invitation, or gives an existing one a new password, which ends its sessions.
     * @throws ApiError forbidden when the link does not work, or no longer
     */
    async accept(
      { username: typed, token, password }: ParsedInput<'acceptInvitation'>['body'],
      network: NetworkKeys,
    ): Promise<EndpointOutput<'acceptInvitation'>> {
      const username = normalizeUsername(typed);
      requireToken(username === '' ? undefined : await people.invitations.find(username), token);
      const password_hash = await passwords.hash(password);
      const password_id = randomUUID();
      const logId = people.newLogId();
      await transact(async (transaction) => {
        const invitation = await people.invitations.read(transaction, username);
        const account = await data.admins.read(transaction, username);
        // The commit of an earlier attempt may have failed with an error but happened anyway.
        if (account?.password_id === password_id) return;
        requireToken(invitation, token);
        const now = new Date(clock());
        data.admins.write(transaction, username, {
          username,
          role: account?.role ?? 'moderator',
          password_hash,
          password_id,
          created_at: account?.created_at ?? now,
          password_changed_at: now,
          disabled: false,
          known_networks: [network.narrow],
        });
        people.invitations.remove(transaction, username);
        record(transaction, logId, { provider: 'password', username }, 'accept', username);
      });
      return { username, provider: 'password' };
    },

    /**
     * Disables an account, which ends its sessions, and withdraws an invitation. Nobody can disable their own
     * account, so that an owner is left.
     * @throws ApiError conflict for the caller's own, not_found
     */
    async disable(actor: Admin, typed: string): Promise<void> {
      const username = normalizeUsername(typed);
      const logId = people.newLogId();
      await transact(async (transaction) => {
        await requireOwner(transaction, actor);
        const { account, invitation } = await readPerson(transaction, username);
        if (actor.provider === 'password' && actor.username === username) {
          throw new ApiError('conflict', 'You can’t disable your own account.');
        }
        if (account) data.admins.update(transaction, username, { disabled: true });
        if (invitation) people.invitations.remove(transaction, username);
        record(transaction, logId, actor, 'disable', username);
      });
    },

    /** Ends all sessions of an account, and forgets its browsers. @throws ApiError not_found */
    async endSessions(actor: Admin, typed: string): Promise<void> {
      const username = normalizeUsername(typed);
      const logId = people.newLogId();
      const password_id = randomUUID();
      await transact(async (transaction) => {
        await requireOwner(transaction, actor);
        const { account } = await readPerson(transaction, username);
        if (!account) throw noSuchPerson();
        data.admins.update(transaction, username, { password_id });
        record(transaction, logId, actor, 'end-sessions', username);
      });
    },
  };
}
