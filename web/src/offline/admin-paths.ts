import { paths } from '../paths.ts';

const ADMIN_PATHS: readonly string[] = [
  paths.login,
  paths.admin,
  paths.hiddenAdmin,
  paths.setupAdmin,
];

/** Whether a screen is the administrator's: nothing that it loads is saved. */
export function isAdminPath(pathname: string): boolean {
  return ADMIN_PATHS.includes(pathname.replace(/(?<=.)\/$/, ''));
}
