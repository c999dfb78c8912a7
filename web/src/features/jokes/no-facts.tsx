/** Stands in place of facts where there are none. */
export function NoFacts() {
  return <p>There are no facts yet. Somebody must have told Chuck Norris to wait.</p>;
}
