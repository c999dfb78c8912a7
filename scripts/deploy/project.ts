import { defaultProject } from '../../web/build/site-origin.ts';
import { Refusal } from './checklist.ts';

/** What a project id looks like: https://cloud.google.com/resource-manager/docs/creating-managing-projects */
export const PROJECT_ID = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

/**
 * Chooses the project to deploy to: the named one, otherwise the default in .firebaserc. Projects named
 * `demo-…` exist only on emulators.
 * @param named the project on the command line
 * @returns its id; undefined if no project is chosen
 * @throws {Refusal} if the named project can't be deployed to
 */
export function chosenProject(root: string, named: string | undefined): string | undefined {
  if (named !== undefined) {
    if (PROJECT_ID.test(named) && !named.startsWith('demo-')) return named;
    throw new Refusal(
      `Can’t deploy to "${named}". Use the id of one of your projects, which the Firebase console shows ` +
        'in its settings: npm run deploy -- --project <id>',
    );
  }
  const project = defaultProject(root);
  return project?.startsWith('demo-') ? undefined : project;
}
