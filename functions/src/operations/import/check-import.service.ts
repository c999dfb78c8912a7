import { statusOf, type CatalogRoot } from '../../catalog/catalog-root.ts';
import type { CatalogData } from '../../catalog/catalog.data.ts';
import type { JokeData } from '../../features/jokes/jokes.data.ts';
import { parseJokeLine } from './joke-line.ts';
import type { SourceLine } from './joke-file.ts';
import { textKey, type JokeOnLine, type ImportPlan } from './import-plan.ts';
import { changesTo } from './new-joke.ts';

/** Existing jokes that are compared with lines at a time. */
const COMPARED_AT_ONCE = 200;

export interface CheckObserver {
  /** called with the number of lines that were read */
  onProgress: (lines: number) => void;
  onProblem: (line: number, problem: string) => void;
  signal?: AbortSignal;
}

interface Parts {
  jokes: Pick<JokeData, 'readMany'>;
  catalog: Pick<CatalogData, 'readRoot' | 'readShelves'>;
  clock: () => number;
}

/**
 * Checks a whole file of jokes against the rules, itself and the site; writes nothing. Costs one read,
 * one per joke that already exists, and one per shelf of the catalog if any joke has no number.
 * @param update whether existing jokes with different content will be changed
 */
export type CheckImport = (
  lines: AsyncIterable<SourceLine>,
  update: boolean,
  observer: CheckObserver,
) => Promise<ImportPlan>;

export function createImportCheck({ jokes, catalog, clock }: Parts): CheckImport {
  async function textsOfSite({ shelf_versions }: CatalogRoot): Promise<Set<string>> {
    const keys = new Set<string>();
    for (let shelf = 0; shelf < shelf_versions.length; shelf += 1) {
      const [texts] = await catalog.readShelves([shelf]);
      for (const text of texts?.values() ?? []) keys.add(textKey(text));
    }
    return keys;
  }

  return async (lines, update, observer) => {
    const now = new Date(clock());
    const root = await catalog.readRoot();
    const numbers = new Map<number, number>();
    const texts = new Map<string, { line: number; numbered: boolean }>();
    const unchangedIds = new Set<number>();
    let siteTexts: Set<string> | undefined;
    let existing: (JokeOnLine & { id: number })[] = [];
    const plan = { jokes: 0, problems: 0, unchanged: 0 };
    let firstFreeId = root.next_joke_id;

    const report = (line: number, problem: string) => {
      plan.problems += 1;
      observer.onProblem(line, problem);
    };

    function compareWithFile({ line, imported }: JokeOnLine): void {
      if (imported.joke_id !== undefined) {
        const other = numbers.get(imported.joke_id);
        if (other !== undefined)
          report(line, `joke_id: line ${other} also has ${imported.joke_id}`);
        else numbers.set(imported.joke_id, line);
        firstFreeId = Math.max(firstFreeId, imported.joke_id + 1);
      }
      const key = textKey(imported.joke_text);
      const numbered = imported.joke_id !== undefined;
      const same = texts.get(key);
      if (!same) texts.set(key, { line, numbered });
      else if (!numbered || !same.numbered) {
        report(line, `joke_text: line ${same.line} has the same text; duplicates need a joke_id`);
      }
    }

    async function compareWithSite(): Promise<void> {
      const stored = await jokes.readMany(existing.map(({ id }) => id));
      const byId = new Map(stored.map((joke) => [joke.joke_id, joke]));
      for (const { line, id, imported } of existing) {
        const joke = byId.get(id);
        const changes = joke && Object.keys(changesTo(joke, imported, now));
        if (!changes)
          report(line, `joke_id: the catalog entry of joke ${id} is wrong; see catalog:check`);
        else if (changes.length === 0) unchangedIds.add(id);
        else if (!update) {
          report(
            line,
            `joke_id: joke ${id} has a different ${changes.join(', ')} on the site; see --update`,
          );
        }
      }
      existing = [];
    }

    for await (const source of lines) {
      observer.signal?.throwIfAborted();
      if ('problem' in source) {
        report(source.line, source.problem);
        continue;
      }
      const parsed = parseJokeLine(source.fields, now);
      if ('problems' in parsed) {
        for (const problem of parsed.problems) report(source.line, problem);
        continue;
      }
      plan.jokes += 1;
      const imported = parsed.joke;
      compareWithFile({ line: source.line, imported });
      if (imported.joke_id === undefined) {
        siteTexts ??= await textsOfSite(root);
        if (siteTexts.has(textKey(imported.joke_text))) plan.unchanged += 1;
      } else if (statusOf(root, imported.joke_id)) {
        existing.push({ line: source.line, imported, id: imported.joke_id });
        if (existing.length === COMPARED_AT_ONCE) await compareWithSite();
      }
      observer.onProgress(source.line);
    }
    await compareWithSite();

    return {
      ...plan,
      unchanged: plan.unchanged + unchangedIds.size,
      isUnchanged: (imported) =>
        imported.joke_id === undefined
          ? (siteTexts?.has(textKey(imported.joke_text)) ?? false)
          : unchangedIds.has(imported.joke_id),
      firstFreeId,
    };
  };
}
