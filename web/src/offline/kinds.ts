import { files } from '../../../functions/src/contract/routes.ts';
import {
  API_BASE_PATH,
  COMPAT_BASE_PATH,
  IMAGE_FILES_PATH,
} from '../../../functions/src/contract/urls.ts';
import { isSavedList } from '../api/caches.ts';

const firstName = (path: string) => path.split('/')[1] ?? '';

/** What other programs read, embedded pages, and what Firebase reserves. */
const NO_PAGES = [
  API_BASE_PATH,
  COMPAT_BASE_PATH,
  '/__',
  ...Object.values(files).map(({ path }) => path),
].map(firstName);

function isPage(path: string): boolean {
  return !NO_PAGES.includes(firstName(path)) && !/\.(?:xml|json|txt)$/.test(path);
}

/** What the service worker answers: a screen's page, a list or a joke, an image; undefined if the browser answers it. */
export function kindOf(
  { mode, headers }: Pick<Request, 'mode' | 'headers'>,
  path: string,
): 'page' | 'list' | 'image' | undefined {
  if (mode === 'navigate') return isPage(path) ? 'page' : undefined;
  if (path.startsWith(IMAGE_FILES_PATH)) return 'image';
  return isSavedList(path) && !headers.has('Authorization') ? 'list' : undefined;
}

/** Whether a response may be saved: only what is the same for everyone, so nothing of an administrator. */
export const isPublic = ({ ok, headers }: Response): boolean =>
  ok && headers.get('Cache-Control')?.includes('public') === true;

/** Whether a response is one of the API: not the login page of a network. */
export const isJson = ({ headers }: Response): boolean =>
  headers.get('Content-Type')?.includes('json') === true;
