import type { Plugin, Rolldown } from 'vite';

/** Modules that only signed-in users load. */
const ADMIN_MODULES = [
  '/src/features/session/',
  '/src/features/moderation/',
  '/src/features/jokes/generate-image',
  '/node_modules/firebase/',
  '/node_modules/@firebase/',
];

const isAdminModule = (module: string) => ADMIN_MODULES.some((part) => module.includes(part));

/** The scripts that visitors may load, and the styles they import. */
function visitorScripts(bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>();
  const visit = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (found.has(fileName) || chunk?.type !== 'chunk') return;
    found.add(fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const imported of chunk.imports) visit(imported);
    for (const lazy of chunk.dynamicImports) {
      const entry = bundle[lazy];
      if (entry?.type === 'chunk' && !entry.moduleIds.some(isAdminModule)) visit(lazy);
    }
  };
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.isEntry) visit(output.fileName);
  }
  return found;
}

/** The site's style sheet, if all screens share one. */
function commonStyles(bundle: Rolldown.OutputBundle): string[] {
  const styles = Object.keys(bundle).filter((fileName) => fileName.endsWith('.css'));
  return styles.length === 1 ? styles : [];
}

/** The files of a build that the service worker saves for reading offline. */
export interface VisitorFiles {
  /** Reads the generated bundle. */
  plugin: Plugin;
  /** Whether to save a file: everything except the scripts and styles of admin screens. */
  includes: (fileName: string) => boolean;
}

/** @throws {Error} during the build, if a visitor script contains admin modules */
export function visitorFiles(): VisitorFiles {
  let files = new Set<string>();
  return {
    includes: (fileName) => !/\.(?:js|css)$/.test(fileName) || files.has(fileName),
    plugin: {
      name: 'visitor-files',
      apply: 'build',
      generateBundle: {
        // Vite adds the styles last.
        order: 'post',
        handler(_options, bundle) {
          files = new Set([...visitorScripts(bundle), ...commonStyles(bundle)]);
          for (const output of Object.values(bundle)) {
            if (output.type !== 'chunk' || !files.has(output.fileName)) continue;
            const strays = output.moduleIds.filter(isAdminModule);
            if (strays.length > 0) {
              throw new Error(
                `${output.fileName} is for visitors but contains ${strays.join(', ')}.`,
              );
            }
          }
        },
      },
    },
  };
}
