/** How long work may wait for its turn before it is given up. */
export interface Patience {
  milliseconds: number;
  /** milliseconds since the epoch */
  clock: () => number;
  /** makes the error of work that waited longer */
  late: () => Error;
}
