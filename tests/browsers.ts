import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const PROGRAMS = {
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  firefox: 'firefox-esr',
  webkit: 'WebKitWebDriver',
} as const;

/** The path of a browser, or of WebKit's driver, if it is installed. */
export function findBrowser(name: keyof typeof PROGRAMS): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .map((folder) => join(folder, PROGRAMS[name]))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
