import type { WhereFilterOp } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { fill, ids } from '../documents.ts';
import { ladder, type Rung } from '../ladder.ts';
import type { Probes, Stage } from '../probe.ts';

interface Placed {
  readonly id: string;
  readonly rung: number;
  readonly value: unknown;
}

/** Ids are in the opposite order of the values, so that an order by name alone is noticed. */
function place(rungs: readonly Rung[]): Placed[] {
  return rungs.flatMap(({ equals }, rung) =>
    equals.map((value, nth) => ({ id: `d${String(900 - rung * 9 + nth)}`, rung, value })),
  );
}

async function fillLadder({ db }: Stage): Promise<{ rungs: Rung[]; placed: Placed[] }> {
  const rungs = ladder(db);
  const placed = place(rungs);
  const entries = placed.map(({ id, value }) => [id, { v: value }]);
  await fill(db.collection('ladder'), { ...Object.fromEntries(entries), missing: { w: 1 } });
  return { rungs, placed };
}

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '==': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

const operators: readonly WhereFilterOp[] = ['==', '<', '<=', '>', '>='];

/** How values of all types are ordered and compared. */
export const valueOrder: Probes = {
  async 'values of all types sort ascending, equal ones by name'(stage) {
    const { placed } = await fillLadder(stage);
    expect(await ids(stage.db.collection('ladder').orderBy('v'))).toStrictEqual(
      placed.map(({ id }) => id),
    );
  },

  async 'values of all types sort descending, equal ones by name backwards'(stage) {
    const { placed } = await fillLadder(stage);
    expect(await ids(stage.db.collection('ladder').orderBy('v', 'desc'))).toStrictEqual(
      placed.map(({ id }) => id).reverse(),
    );
  },

  async 'a comparison matches the values of its own type on its side'(stage) {
    const { rungs, placed } = await fillLadder(stage);
    for (const [bound, rung] of rungs.entries()) {
      const value = rung.equals[0];
      if (value === null || Number.isNaN(value)) continue;
      for (const operator of operators) {
        const expected = placed.filter(
          (each) =>
            rungs[each.rung]?.type === rung.type &&
            !Number.isNaN(rungs[each.rung]?.equals[0]) &&
            comparisons[operator]?.(each.rung, bound),
        );
        expect(
          await ids(stage.db.collection('ladder').where('v', operator, value)),
          `${operator} ${rung.type} ${String(bound)}`,
        ).toStrictEqual(expected.map(({ id }) => id));
      }
    }
  },

  async 'a cursor works between values of all types'(stage) {
    const { rungs, placed } = await fillLadder(stage);
    const ordered = stage.db.collection('ladder').orderBy('v');
    for (const [bound, rung] of rungs.entries()) {
      const below = placed.filter((each) => each.rung < bound);
      const value = rung.equals[0];
      expect(await ids(ordered.endBefore(value)), `before ${String(bound)}`).toStrictEqual(
        below.map(({ id }) => id),
      );
    }
  },
};
