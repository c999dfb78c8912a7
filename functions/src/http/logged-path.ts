import { API_BASE_PATH, endpoints } from '../contract/index.ts';
import { pages } from './pages.ts';

const OWN_PATHS: ReadonlySet<string> = new Set([
  ...Object.values(endpoints).map(({ path }) => API_BASE_PATH + path),
  ...Object.values(pages).map(({ path }) => path),
]);
/** Every part of a path that the site itself has. */
const OWN_PARTS: ReadonlySet<string> = new Set(
  [...OWN_PATHS].flatMap((path) => path.split('/')).filter((part) => !part.startsWith('{')),
);
/** The id of a fact, or the file of a picture. */
const PUBLIC_ID = /^(?:\d{1,9}|[0-9a-f]{32}-\d{3,4}\.webp)$/;

/** A path without what a client may have made up: such parts are a dash. */
export function loggedPath(path: string): string {
  if (OWN_PATHS.has(path)) return path;
  return path
    .split('/')
    .map((part) => (OWN_PARTS.has(part) || PUBLIC_ID.test(part) ? part : '-'))
    .join('/');
}
