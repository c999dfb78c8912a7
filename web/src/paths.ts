/**
 * Paths of all screens. `hiddenAdmin` is the dashboard at a path that is not linked anywhere; `joke`
 * is a pattern, see {@link jokePath}.
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
  joke: '/fact/:id',
} as const;

/** The permanent path of a joke. */
export function jokePath(jokeId: number): string {
  return `/fact/${jokeId}`;
}

/** The path of a page of a list; the first has no query. */
export function pagePath(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`;
}

/** The id in a joke's path, in the contract's format; undefined for any other text. */
export function jokeIdOf(text = ''): number | undefined {
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

const { login, admin, hiddenAdmin, setupAdmin } = paths;
const DASHBOARD_PATHS: readonly string[] = [admin, hiddenAdmin];
const ADMIN_PATHS: readonly string[] = [login, ...DASHBOARD_PATHS, setupAdmin];

function withoutSlash(pathname: string): string {
  return pathname.replace(/(?<=.)\/$/, '');
}

/** Whether a path is the administrator's dashboard. */
export function isDashboard(pathname: string): boolean {
  return DASHBOARD_PATHS.includes(withoutSlash(pathname));
}

/** Whether a path is a login or admin screen; the service worker saves nothing that those load. */
export function isAdminPath(pathname: string): boolean {
  return ADMIN_PATHS.includes(withoutSlash(pathname));
}
