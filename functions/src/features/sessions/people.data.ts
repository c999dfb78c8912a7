import * as z from 'zod/mini';
import { peopleAction } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import { createReadDeadline } from '../../platform/database/read-deadline.ts';
import { openDocuments, type DataSource } from '../../platform/database/stored-document.data.ts';
import { adminDocument, documentId } from './sign-in.data.ts';

/** `invitations/{username}`: an invitation that nobody has accepted */
export const invitationDocument = z.object({
  username: z.string(),
  /** the SHA-256 of the token in its link */
  token_hash: z.string(),
  /** Firestore's TTL policy removes the document after this. */
  expires_at: z.date(),
});
export type Invitation = z.infer<typeof invitationDocument>;

/** `people_log/{id}`: who invited, disabled or signed out whom; never changed */
export const peopleLogDocument = z.object({
  actor: z.object({ provider: z.enum(['password', 'google']), username: z.string() }),
  action: peopleAction,
  username: z.string(),
  at: z.date(),
});

export type PeopleData = ReturnType<typeof createPeopleData>;

export function createPeopleData(source: DataSource) {
  const { withReadDeadline = createReadDeadline() } = source;
  const admins = openDocuments(source, 'admins', adminDocument, documentId);
  const invitations = openDocuments(source, 'invitations', invitationDocument, documentId);
  const log = openDocuments(source, 'people_log', peopleLogDocument);
  const present = <Fields>(fields: Fields | undefined) => fields ?? [];
  return {
    invitations,
    log,
    newLogId: () => log.collection.doc().id,
    /** All accounts, all invitations and the latest entries; one billed read each. */
    async readAll() {
      const latest = log.collection.orderBy('at', 'desc').limit(limits.peopleLogSize);
      const [accounts, open, entries] = await withReadDeadline(
        Promise.all([admins.collection.get(), invitations.collection.get(), latest.get()]),
      );
      return {
        accounts: accounts.docs.flatMap((one) => present(admins.parse(one))),
        invitations: open.docs.flatMap((one) => present(invitations.parse(one))),
        entries: entries.docs.flatMap((one) => present(log.parse(one))),
      };
    },
  };
}
