const ADMIN = '/admin';
const HIDDEN_ADMIN = '/roundhouse-7f3k9q2x';

/**
 * Paths of all screens. `hiddenAdmin` is the dashboard at a path that is not linked anywhere, and the
 * other admin screens are also below it; `joke` is a pattern, see {@link jokePath}.
 */
export const paths = {
  home: '/',
  top: '/top-100',
  random: '/random',
  newest: '/newest',
  search: '/search',
  submit: '/submit',
  about: '/about',
  privacy: '/privacy',
  factsArchive: '/facts-archive',
  history: '/history',
  developers: '/developers',
  login: '/login',
  admin: ADMIN,
  adminQueue: `${ADMIN}/queue`,
  adminLog: `${ADMIN}/log`,
  hiddenAdmin: HIDDEN_ADMIN,
  hiddenAdminQueue: `${HIDDEN_ADMIN}/queue`,
  hiddenAdminLog: `${HIDDEN_ADMIN}/log`,
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

/** The path of a page of what a query finds. */
export function searchPath(query: string, page = 1): string {
  const search = new URLSearchParams({ q: query, ...(page > 1 && { page: String(page) }) });
  return `${paths.search}?${search.toString()}`;
}

/** The id in a joke's path, in the contract's format; undefined for any other text. */
export function jokeIdOf(text = ''): number | undefined {
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** The administrator's screens, each at its path and at its hidden path. */
const ADMIN_SCREENS = {
  dashboard: [paths.admin, paths.hiddenAdmin],
  queue: [paths.adminQueue, paths.hiddenAdminQueue],
  log: [paths.adminLog, paths.hiddenAdminLog],
} as const;

export type AdminScreen = keyof typeof ADMIN_SCREENS;

function withoutSlash(pathname: string): string {
  return pathname.replace(/(?<=.)\/$/, '');
}

function isAt(screen: AdminScreen, pathname: string): boolean {
  return ADMIN_SCREENS[screen].some((path) => path === withoutSlash(pathname));
}

/** Whether a path is the administrator's dashboard. */
export function isDashboard(pathname: string): boolean {
  return isAt('dashboard', pathname);
}

/** Whether a path is a login or admin screen; the service worker saves nothing that those load. */
export function isAdminPath(pathname: string): boolean {
  const isLogin = [paths.login, paths.setupAdmin].some((path) => path === withoutSlash(pathname));
  return isLogin || isDashboard(pathname) || isAt('queue', pathname) || isAt('log', pathname);
}

/** The path of an admin screen: the hidden one if the current screen is at a hidden path. */
export function adminPath(pathname: string, screen: AdminScreen): string {
  const [open, hidden] = ADMIN_SCREENS[screen];
  const isHidden = `${pathname}/`.startsWith(`${paths.hiddenAdmin}/`);
  return isHidden ? hidden : open;
}
