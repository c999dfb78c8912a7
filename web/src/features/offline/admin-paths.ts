import { paths } from '../../paths.ts';

const ADMIN_PATHS: readonly string[] = [
  paths.login,
  paths.admin,
  paths.hiddenAdmin,
  paths.setupAdmin,
];

/** Whether a path is a login or admin screen; the service worker saves nothing that those load. */
export function isAdminPath(pathname: string): boolean {
  return ADMIN_PATHS.includes(pathname.replace(/(?<=.)\/$/, ''));
}
