import { createServices } from '../../functions/src/site.ts';
import { openContext } from './open-context.ts';

/**
 * Generates the images of the first jokes of the Top 100, as an administrator's request does.
 * @param environment the function's environment, which says where the emulators are
 * @param count how many jokes get an image
 */
export async function generateImages(
  environment: Readonly<Record<string, string>>,
  count: number,
): Promise<void> {
  const context = await openContext(environment, true);
  try {
    const { jokes, images } = createServices(context);
    const actor = { provider: 'operator', username: 'seed' } as const;
    const top = await jokes.top(count);
    // Each changes the catalog's root: all at once, they would wait for each other's locks on Google's emulator.
    for (const { joke_id } of top.jokes) await images.generate(actor, joke_id, false);
  } finally {
    await context.db.terminate();
  }
}
