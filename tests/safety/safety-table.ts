import { counted } from '../../scripts/text.ts';
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

/** Formats the table for a terminal: number, result, tests, faults, home, description. */
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
        row.home,
        what,
      ];
      return cells.join('  ');
    })
    .join('\n');
}
