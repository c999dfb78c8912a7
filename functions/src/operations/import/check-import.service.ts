import { statusOf, type CatalogRoot } from '../../catalog/catalog-root.ts';
import type { CatalogData } from '../../catalog/catalog.data.ts';
import type { JokeData } from '../../features/jokes/jokes.data.ts';
import { parseFact } from './fact-line.ts';
import type { SourceLine } from './fact-file.ts';
import { textKey, type FactOnLine, type ImportPlan } from './import-plan.ts';
import { changesTo } from './new-joke.ts';

/** Jokes of the site that are compared with lines at a time. */
const COMPARED_AT_ONCE = 200;

export interface CheckObserver {
  /** told how many lines are read */
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
 * Reads a whole file of facts against the rules, against itself and against the site; writes nothing.
 * Costs a read, one for each fact that the site has already, and, when facts have no number, one for
 * each shelf of the catalog.
 * @param update whether facts that the site has with other content are to be changed
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
    const settledIds = new Set<number>();
    let siteTexts: Set<string> | undefined;
    let existing: (FactOnLine & { id: number })[] = [];
    const plan = { facts: 0, problems: 0, settled: 0 };
    let firstFreeId = root.next_joke_id;

    const tell = (line: number, problem: string) => {
      plan.problems += 1;
      observer.onProblem(line, problem);
    };

    function compareWithFile({ line, fact }: FactOnLine): void {
      if (fact.joke_id !== undefined) {
        const other = numbers.get(fact.joke_id);
        if (other !== undefined) tell(line, `joke_id: line ${other} has ${fact.joke_id}, too`);
        else numbers.set(fact.joke_id, line);
        firstFreeId = Math.max(firstFreeId, fact.joke_id + 1);
      }
      const key = textKey(fact.joke_text);
      const numbered = fact.joke_id !== undefined;
      const same = texts.get(key);
      if (!same) texts.set(key, { line, numbered });
      else if (!numbered || !same.numbered) {
        tell(
          line,
          `joke_text: line ${same.line} has the same; a fact needs a joke_id to come twice`,
        );
      }
    }

    async function compareWithSite(): Promise<void> {
      const stored = await jokes.readMany(existing.map(({ id }) => id));
      const byId = new Map(stored.map((joke) => [joke.joke_id, joke]));
      for (const { line, id, fact } of existing) {
        const joke = byId.get(id);
        const changes = joke && Object.keys(changesTo(joke, fact, now));
        if (!changes) tell(line, `joke_id: the catalog is wrong about ${id}; see catalog:check`);
        else if (changes.length === 0) settledIds.add(id);
        else if (!update) {
          tell(
            line,
            `joke_id: the site has ${id} with another ${changes.join(', ')}; see --update`,
          );
        }
      }
      existing = [];
    }

    for await (const source of lines) {
      observer.signal?.throwIfAborted();
      if ('problem' in source) {
        tell(source.line, source.problem);
        continue;
      }
      const parsed = parseFact(source.fields, now);
      if ('problems' in parsed) {
        for (const problem of parsed.problems) tell(source.line, problem);
        continue;
      }
      plan.facts += 1;
      const { fact } = parsed;
      compareWithFile({ line: source.line, fact });
      if (fact.joke_id === undefined) {
        siteTexts ??= await textsOfSite(root);
        if (siteTexts.has(textKey(fact.joke_text))) plan.settled += 1;
      } else if (statusOf(root, fact.joke_id)) {
        existing.push({ line: source.line, fact, id: fact.joke_id });
        if (existing.length === COMPARED_AT_ONCE) await compareWithSite();
      }
      observer.onProgress(source.line);
    }
    await compareWithSite();

    return {
      ...plan,
      settled: plan.settled + settledIds.size,
      isSettled: (fact) =>
        fact.joke_id === undefined
          ? (siteTexts?.has(textKey(fact.joke_text)) ?? false)
          : settledIds.has(fact.joke_id),
      firstFreeId,
    };
  };
}
