import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../../contract/index.ts';

/** The pages that the build of the site leaves for the function. */
export type TemplateName = 'fact' | 'not-found';

/** A template's text. @throws ApiError unavailable when the site has not been built */
export type ReadTemplate = (name: TemplateName) => Promise<string>;

const HEAD = /<!--head-->[^]*?<!--\/head-->/;
const FACT = '<!--fact-->';

/** Reads each template once; one that is missing is looked for again. */
export function createTemplates(folder: string): ReadTemplate {
  const kept = new Map<TemplateName, string>();
  return async (name) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const file = join(folder, `${name}.html`);
    try {
      const text = await readFile(file, 'utf8');
      kept.set(name, text);
      return text;
    } catch (error) {
      throw new ApiError('unavailable', 'This page is not available.', {
        retryAfter: 60,
        cause: new Error(`${file} can't be read: has the site been built?`, { cause: error }),
      });
    }
  };
}

/**
 * A template with its head and its fact put in.
 * @throws when the template has no place for them
 */
export function fillTemplate(template: string, head: string, fact: string): string {
  if (!HEAD.test(template) || !template.includes(FACT)) {
    throw new Error(`The template lacks <!--head-->…<!--/head--> or ${FACT}`);
  }
  // By functions: a text may hold what `replace` takes for a pattern, as `$&`.
  return template.replace(HEAD, () => head).replace(FACT, () => fact);
}
