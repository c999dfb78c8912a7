import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { aJoke } from '../../support/api/jokes.ts';
import { loadRenderer } from '../../support/api/renderer.ts';
import { useImages } from '../../support/api/use-images.ts';

const run = promisify(execFile);
const modules = join(import.meta.dirname, '..', '..', '..', 'node_modules');

const running = useImages([
  ...Array.from({ length: 25 }, (_, index) => aJoke(index + 1)),
  aJoke(26, { histogram: [0, 0, 0, 1, 2] }),
]);

/** A search action has its own property for what to search. */
const SITE = 'WebSite & { potentialAction: WithActionConstraints<SearchAction> }';

/** The pages with structured data, and the type of schema.org that each has. */
const PAGES = {
  '/': SITE,
  '/?page=2': 'CollectionPage',
  '/top-100': 'CollectionPage',
  '/newest': 'CollectionPage',
  '/fact/1': 'CreativeWork',
  '/fact/2': 'CreativeWork',
  '/fact/26': 'CreativeWork',
} as const;

interface Written {
  type: string;
  json: string;
}

/** What the compiler says about each of these JSON-LD texts as a value of its type; '' if nothing. */
async function check(texts: readonly Written[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'structured-data-'));
  try {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: 'nodenext',
      types: [],
      paths: { 'schema-dts': [join(modules, 'schema-dts', 'dist', 'schema.d.ts')] },
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const values = texts.map(
      ({ type, json }, index) =>
        `export const data${index}: WithContext<Exclude<${type}, string>> = ${json};`,
    );
    const types = 'CollectionPage, CreativeWork, SearchAction, WebSite, WithActionConstraints';
    const source = [...values, `import type { ${types}, WithContext } from 'schema-dts';`];
    await writeFile(join(folder, 'pages.ts'), source.join('\n'));
    const compiler = join(modules, 'typescript', 'bin', 'tsc');
    const failed = (error: unknown) => String(Reflect.get(Object(error), 'stdout'));
    const said = await run(process.execPath, [compiler, '-p', folder]).then(() => '', failed);
    const lines = said.split('\n').filter((line) => line !== '');
    const ofText = (index: number) =>
      lines.filter((line) => line.includes(`pages.ts(${index + 1},`));
    const found = texts.map((_, index) => ofText(index).join('\n'));
    // Anything else, such as a type that does not exist, is a fault of the check.
    expect(lines.filter((line) => line.includes('error') && !found.join().includes(line))).toEqual(
      [],
    );
    return found;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the structured data of every page has properties and types of schema.org', async () => {
  await running.restart({ loadRenderer });
  expect(await running.generate(2)).toMatchObject({ status: 200 });
  const texts: Written[] = [];
  for (const [path, type] of Object.entries(PAGES)) {
    const page = await (await fetch(running.api.url + path)).text();
    const json = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(page)?.[1] ?? '';
    texts.push({ type, json });
  }
  const all = texts.map(({ json }) => json).join();
  for (const part of ['aggregateRating', 'image', 'potentialAction', 'ItemList', 'isPartOf']) {
    expect(all).toContain(`"${part}"`);
  }
  expect(await check(texts)).toEqual(texts.map(() => ''));
});
