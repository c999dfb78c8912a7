import { defaultProject } from '../../web/build/default-project.ts';
import { Refusal } from './refusal.ts';

/** Google's own rule for project ids. */
const PROJECT_ID = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

/**
 * The project to deploy to: the one that is named, else the default of .firebaserc. Projects named
 * `demo-…` exist on emulators alone.
 * @param named as on the command line
 * @returns undefined when there is none
 * @throws {Refusal} when the one that is named can't be one
 */
export function chosenProject(root: string, named: string | undefined): string | undefined {
  if (named !== undefined) {
    if (PROJECT_ID.test(named) && !named.startsWith('demo-')) return named;
    throw new Refusal(
      `"${named}" can’t be deployed to. Name the id of a project of yours, as the Firebase console ` +
        'shows it in its settings: npm run deploy -- --project <id>',
    );
  }
  const project = defaultProject(root);
  return project?.startsWith('demo-') ? undefined : project;
}
