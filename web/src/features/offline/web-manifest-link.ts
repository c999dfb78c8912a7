/** The path of the web manifest. */
export const WEB_MANIFEST_PATH = '/manifest.webmanifest';

/**
 * Links the web manifest, which is needed only for installation. It is linked late because browsers
 * load the manifest and an icon as soon as they see the link.
 */
export function linkWebManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = WEB_MANIFEST_PATH;
  document.head.append(link);
}
