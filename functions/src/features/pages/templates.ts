import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../../contract/index.ts';

export type ReadTemplate = ReturnType<typeof createTemplates>;

const HEAD = /<!--head-->[^]*?<!--\/head-->/;
const FACT = '<!--fact-->';

/** Reads each page template once and caches it; a missing one is looked for again on the next call. */
export function createTemplates(folder: string) {
  const cached = new Map<string, string>();
  /** The text of a template. @throws ApiError unavailable when the site has not been built */
  return async (name: 'fact' | 'not-found'): Promise<string> => {
    const template = cached.get(name);
    if (template !== undefined) return template;
    const file = join(folder, `${name}.html`);
    try {
      const text = await readFile(file, 'utf8');
      cached.set(name, text);
      return text;
    } catch (error) {
      throw new ApiError('unavailable', 'This page is not available.', {
        retryAfter: 60,
        cause: new Error(`Couldn't read ${file}. Has the site been built?`, { cause: error }),
      });
    }
  };
}

/**
 * Inserts the head and the body of a fact's page into a template.
 * @throws when the template has no placeholders for them
 */
export function fillTemplate(template: string, head: string, fact: string): string {
  if (!HEAD.test(template) || !template.includes(FACT)) {
    throw new Error(`The template has no <!--head-->…<!--/head--> or no ${FACT}`);
  }
  // Replaced by functions, because a string could contain a replacement pattern such as `$&`.
  return template.replace(HEAD, () => head).replace(FACT, () => fact);
}
