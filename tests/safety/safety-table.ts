import { counted } from '../../scripts/counted.ts';
import { table } from '../../scripts/docs/markdown.ts';
import type { Planted } from './plant-faults.ts';
import type { Proofs } from './proofs.ts';
import { requirements, type Requirement } from './requirements.ts';

/** A requirement and its results in a run. */
export interface Row extends Requirement {
  files: ReadonlyMap<string, number>;
  failing: readonly string[];
  planted: readonly Planted[];
  /** whether it has tests, all of them pass, and they noticed every fault */
  holds: boolean;
}

export function rowsOf(proofs: Proofs, planted: readonly Planted[]): Row[] {
  return requirements.map((requirement) => {
    const { files = new Map<string, number>(), failing = [] } = proofs.of.get(requirement.id) ?? {};
    const own = planted.filter(({ id }) => id === requirement.id);
    const noticed = own.every((fault) => fault.noticed);
    const holds = files.size > 0 && failing.length === 0 && noticed;
    return { ...requirement, files, failing, planted: own, holds };
  });
}

function countOf({ files }: Row): number {
  return [...files.values()].reduce((sum, count) => sum + count, 0);
}

function faultsOf({ planted }: Row): string {
  const noticed = planted.filter((fault) => fault.noticed).length;
  return `${noticed} of ${planted.length} faults noticed`;
}

/** Formats the table for a terminal: number, result, tests, faults, description. */
export function formatRows(rows: readonly Row[]): string {
  return rows
    .map((row) => {
      const what =
        row.elsewhere === undefined ? row.what : `${row.what} (not in this run: ${row.elsewhere})`;
      const cells = [
        row.id.padEnd(3),
        row.holds ? 'holds' : 'FAILS',
        counted(countOf(row), 'test').padStart(9),
        faultsOf(row),
        what,
      ];
      return cells.join('  ');
    })
    .join('\n');
}

function cellsOf(row: Row): string[] {
  const what =
    row.elsewhere === undefined ? row.what : `${row.what}. Not in this run: ${row.elsewhere}`;
  const byName = [...row.files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const files = byName.map(([file, count]) => `\`${file}\` (${count})`);
  const faults = row.planted.map((fault) =>
    fault.noticed ? fault.what : `**not:** ${fault.what}`,
  );
  return [
    row.id,
    what,
    files.join(', ') || '–',
    countOf(row) > 0 ? String(countOf(row)) : '**none**',
    row.failing.length === 0 ? 'all pass' : `**${row.failing.length} fail**`,
    faults.join('; ') || '–',
    row.holds ? 'yes' : '**no**',
  ];
}

const HEAD = [
  '#',
  'requirement',
  'proved by',
  'tests',
  'result',
  'planted faults that were noticed',
  'holds',
];

/** Formats docs/safety.md. @param broken test files that could not run */
export function formatReport(rows: readonly Row[], broken: readonly string[]): string {
  const unknown = broken.map((file) => `\n**Could not run: ${file}**\n`).join('');
  return `# Safety

Written by \`npm run safety\`: every requirement of security and reliability, the test files that prove it (with
the number of tests tagged with it), and the faults that were planted in a copy of the code, one at a time, to
make these tests fail.
${unknown}
${table(HEAD, rows.map(cellsOf))}
`;
}
