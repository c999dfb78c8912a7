import type { Rolldown } from 'vite';

/** The icon that Chromium-based browsers load with the manifest, before they offer to install. */
export const SAVED_ICON = '/icons/icon-192.png';

/** Modules that only signed-in users load. */
const ADMIN_MODULES = [
  '/src/admin/',
  '/src/facts/generate-image',
  '/node_modules/firebase/',
  '/node_modules/@firebase/',
];

/** Screens and dialogs that only work online. */
const ONLINE_MODULES: readonly string[] = [
  '/src/screens/search-',
  '/src/screens/developers/',
  '/src/facts/embed-',
  '/src/facts/card-file',
  '/src/facts/send-dialog',
  '/src/screens/story/privacy-screen',
];

const isIn = (modules: readonly string[]) => (module: string) =>
  modules.some((part) => module.includes(part));
const isAdminModule = isIn(ADMIN_MODULES);
const isUnsaved = isIn([...ADMIN_MODULES, ...ONLINE_MODULES]);

/**
 * The scripts that visitors may need offline, which the service worker saves: what the entry imports,
 * except the admin screens, what only works online, and what only they import.
 * @throws {Error} if a script that visitors load contains admin modules
 */
export function visitorScripts(bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>();
  const visit = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (found.has(fileName) || chunk?.type !== 'chunk') return;
    found.add(fileName);
    const strays = chunk.moduleIds.filter(isAdminModule);
    if (strays.length > 0) {
      throw new Error(`${fileName} is for visitors but contains ${strays.join(', ')}.`);
    }
    for (const imported of chunk.imports) visit(imported);
    for (const lazy of chunk.dynamicImports) {
      const entry = bundle[lazy];
      if (entry?.type === 'chunk' && !entry.moduleIds.some(isUnsaved)) visit(lazy);
    }
  };
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.isEntry) visit(output.fileName);
  }
  return found;
}
