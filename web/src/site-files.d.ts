interface ImportMetaEnv {
  /** The built files that every page loads; undefined for pages from the sources. */
  readonly SITE_FILES?: { app: string; style: string };
}
