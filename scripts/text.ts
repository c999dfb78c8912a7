/** A count with thousands separators, such as `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** A count with its noun in the right form, such as `1 file` or `1,234 files`. */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** The texts in two columns. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}
