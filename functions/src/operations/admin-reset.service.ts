import type { Context } from '../site.ts';

/**
 * Deletes every administrator with a password and their sessions, and opens the setup of the first one again. It comes
 * last, so an interrupted reset leaves the setup closed. Google accounts stay administrators.
 */
export async function resetAdmins({ db }: Context): Promise<void> {
  for (const name of ['sessions', 'admins']) await db.recursiveDelete(db.collection(name));
  await db.doc('setup/first-admin').delete();
}
