/**
 * Addresses of all screens. `hiddenAdmin` is the dashboard under a path that is not linked anywhere;
 * `fact` is a pattern, see {@link factPath}.
 */
export const paths = {
  home: '/',
  top: '/top-100',
  random: '/random',
  newest: '/newest',
  submit: '/submit',
  about: '/about',
  factsArchive: '/facts-archive',
  history: '/history',
  login: '/login',
  admin: '/admin',
  hiddenAdmin: '/roundhouse-7f3k9q2x',
  setupAdmin: '/setup-admin',
  fact: '/fact/:id',
} as const;

/** The permanent address of a fact. */
export function factPath(jokeId: number): string {
  return `/fact/${jokeId}`;
}
