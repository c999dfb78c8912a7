interface Window {
  /** Stops recording what is pressed, and returns what was pressed last; defined by the first script. */
  takePresses(): Set<HTMLElement>;
}

interface ImportMetaEnv {
  /** An e-mail or https address of whoever runs the site; empty if it names none. */
  readonly CONTACT?: string;
  /** The built files that every page loads; undefined for pages from the sources. */
  readonly SITE_FILES?: { app: string; style: string };
}
