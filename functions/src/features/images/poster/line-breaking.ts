/**
 * Breaks words into lines of about the same width: the fewest lines that fit, and among those the
 * ones with the least squared slack (the criterion of Knuth and Plass, without stretching).
 * @param widths the words' widths; all parameters have the same unit
 * @param space the width of the space between two words
 * @param maximum the width of a line; a wider word is alone on its line
 * @returns the index of the first word of each line
 */
export function breakLines(widths: readonly number[], space: number, maximum: number): number[] {
  const fewest = greedyLineCount(widths, space, maximum);
  const total = widths.reduce((sum, width) => sum + width + space, -space);
  const target = Math.min(maximum, total / fewest);
  const cost = [0];
  const lines = [0];
  const from = [0];
  for (let end = 1; end <= widths.length; end += 1) {
    let best = { cost: Infinity, lines: Infinity, from: end - 1 };
    let width = -space;
    for (let start = end - 1; start >= 0; start -= 1) {
      width += (widths[start] ?? 0) + space;
      if (width > maximum && start < end - 1) break;
      const candidate = {
        cost: (cost[start] ?? 0) + (width - target) ** 2,
        lines: (lines[start] ?? 0) + 1,
        from: start,
      };
      const better =
        candidate.lines < best.lines ||
        (candidate.lines === best.lines && candidate.cost < best.cost);
      if (better) best = candidate;
    }
    cost.push(best.cost);
    lines.push(best.lines);
    from.push(best.from);
  }
  const starts: number[] = [];
  for (let end = widths.length; end > 0; end = from[end] ?? 0) starts.unshift(from[end] ?? 0);
  return starts;
}

function greedyLineCount(widths: readonly number[], space: number, maximum: number): number {
  let count = 1;
  let width = -space;
  for (const word of widths) {
    if (width > 0 && width + space + word > maximum) {
      count += 1;
      width = -space;
    }
    width += space + word;
  }
  return count;
}
