/** Where the web manifest is. */
export const WEB_MANIFEST_PATH = '/manifest.webmanifest';

/**
 * Tells the browser of the web manifest, which only an installation needs: browsers ask for it, and
 * for an icon, as soon as they know of it.
 */
export function linkWebManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = WEB_MANIFEST_PATH;
  document.head.append(link);
}
