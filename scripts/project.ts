/** What a project id looks like: https://cloud.google.com/resource-manager/docs/creating-managing-projects */
const PROJECT_ID = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

/**
 * Checks that a command can be used on a project of Google's.
 * @returns its id
 * @throws {Error} if a text is not the id of one
 */
export function realProject(id: string): string {
  if (!PROJECT_ID.test(id)) throw new Error(`"${id}" is not a valid project id.`);
  if (!id.startsWith('demo-')) return id;
  throw new Error(
    'Projects named demo-… exist only on the local stack. Use the id of one of your projects, which the Firebase console shows in its settings.',
  );
}
