import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Transaction } from '../../platform/database/database.ts';
import { openDocuments, type DataSource } from '../../platform/database/stored-document.data.ts';

/** `claims/{hash}`: the pending jokes that a moderator's queue has loaded, which others don't get meanwhile */
export const claimDocument = z.object({
  provider: z.enum(['password', 'google']),
  username: z.string(),
  joke_ids: z.array(z.int()),
  /** Firestore's TTL policy removes the document after this. */
  expires_at: z.date(),
});
export type Claim = z.infer<typeof claimDocument>;

/** Who has a claim. */
export type Claimant = Pick<Claim, 'provider' | 'username'>;

export type ClaimData = ReturnType<typeof createClaimData>;

export function createClaimData(source: DataSource) {
  const claims = openDocuments(source, 'claims', claimDocument);
  const idOf = ({ provider, username }: Claimant) =>
    createHash('sha256').update(`${provider}:${username}`).digest('base64url');
  return {
    /** All claims, ended ones too; one billed read each, at least one. */
    async readAll(transaction: Transaction): Promise<Claim[]> {
      const { docs } = await transaction.get(claims.collection);
      return docs.flatMap((document) => claims.parse(document) ?? []);
    },
    write: (transaction: Transaction, claim: Claim) =>
      claims.write(transaction, idOf(claim), claim),
    remove: (transaction: Transaction, claimant: Claimant) =>
      claims.remove(transaction, idOf(claimant)),
  };
}
