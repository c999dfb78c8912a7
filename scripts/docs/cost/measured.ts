const FIRST_NUMBER = /\d[\d,]*(?:\.\d+)?/;

/** The rows of the benchmark table with the first number in the measured column. */
function readRows(page: string) {
  return page.split('\n').flatMap((line) => {
    const [, id, what, measured] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (id === undefined || what === undefined || measured === undefined) return [];
    const number = Number(FIRST_NUMBER.exec(measured)?.[0].replaceAll(',', ''));
    return Number.isNaN(number) ? [] : [{ id, what, number }];
  });
}

/** The inputs of the estimate, as `npm run bench` measured them. Sizes in KB of 1,024 bytes. */
export type Measured = ReturnType<typeof readMeasured>;

/**
 * @param page docs/benchmarks.md
 * @throws {Error} naming a missing row
 */
export function readMeasured(page: string) {
  const rows = readRows(page);

  /** The number of the first row whose text starts with `what`, searched from the row that starts with `from`. */
  function figure(id: string, what: string, from?: string): number {
    const start = from === undefined ? 0 : rows.findIndex((row) => row.what.startsWith(from));
    const found = rows.slice(start).find((row) => row.id === id && row.what.startsWith(what));
    if (start < 0 || found === undefined) {
      throw new Error(`docs/benchmarks.md has no ${id} “${what}”; npm run bench writes it`);
    }
    return found.number;
  }

  const knownVoter = 'reads of a vote by a known browser';
  const newVoter = 'reads of the first vote by a new browser';
  return {
    coldPageReads: figure('P1', 'maximum reads of a first, middle and last full page, cold'),
    voteReads: figure('P6', newVoter),
    voteWrites: figure('P6', '… writes', newVoter),
    knownVoteReads: figure('P6', knownVoter),
    knownVoteWrites: figure('P6', '… writes', knownVoter),
    /** at a measured rate: the share of views that reach the function, and the reads per view */
    atRate: (viewsAMonth: number) => {
      const rate = `at ${viewsAMonth.toLocaleString('en')} views a month`;
      return {
        reached: figure('cost', `% of views that reach the function ${rate}`) / 100,
        reads: figure('cost', `reads per 1,000 views ${rate}`) / 1_000,
      };
    },
    imageKb: figure('P15', 'KB of a photo-like image at 640 px'),
    submissionReads: figure('cost', 'reads of a submission'),
    submissionWrites: figure('cost', 'writes of a submission'),
    decisionReads: figure('cost', 'reads of a decision'),
    decisionWrites: figure('cost', 'writes of a decision'),
    siteKb: figure('cost', 'KB of the site’s own files for a new visitor'),
    listKb: figure('cost', 'KB of a list page'),
    topKb: figure('cost', 'KB of the Top 100'),
    newestKb: figure('cost', 'KB of the Newest 40'),
    singleKb: figure('cost', 'KB of a single fact'),
  };
}
