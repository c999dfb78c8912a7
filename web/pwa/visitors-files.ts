import type { Plugin, Rolldown } from 'vite';

/** Modules that only someone who signs in loads. */
const OF_THE_ADMIN = [
  '/src/app/admin-screen',
  '/src/features/session/',
  '/src/features/moderation/',
  '/src/features/jokes/generate-image',
  'virtual:admin-endpoints',
  '/node_modules/firebase/',
  '/node_modules/@firebase/',
];

const isOfTheAdmin = (module: string) => OF_THE_ADMIN.some((part) => module.includes(part));

/** The scripts that visitors may come to load, with the styles that these bring along. */
function visitorsScripts(bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>();
  const visit = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (found.has(fileName) || chunk?.type !== 'chunk') return;
    found.add(fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const imported of chunk.imports) visit(imported);
    for (const lazy of chunk.dynamicImports) {
      const entry = bundle[lazy];
      if (entry?.type === 'chunk' && !entry.moduleIds.some(isOfTheAdmin)) visit(lazy);
    }
  };
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.isEntry) visit(output.fileName);
  }
  return found;
}

/** The site's styles, where they are one file for all screens. */
function commonStyles(bundle: Rolldown.OutputBundle): string[] {
  const styles = Object.keys(bundle).filter((fileName) => fileName.endsWith('.css'));
  return styles.length === 1 ? styles : [];
}

/** What of a build is saved for visitors to read without a network. */
export interface VisitorsFiles {
  /** Looks at the bundle once it is made. */
  plugin: Plugin;
  /** Whether a file of the site is the visitors'; of scripts and styles, those of the admin are not. */
  includes: (fileName: string) => boolean;
}

/** @throws {Error} while building, if a script of the visitors holds modules of the admin */
export function visitorsFiles(): VisitorsFiles {
  let files = new Set<string>();
  return {
    includes: (fileName) => !/\.(?:js|css)$/.test(fileName) || files.has(fileName),
    plugin: {
      name: 'visitors-files',
      apply: 'build',
      generateBundle: {
        // Vite adds the styles at the very end.
        order: 'post',
        handler(_options, bundle) {
          files = new Set([...visitorsScripts(bundle), ...commonStyles(bundle)]);
          for (const output of Object.values(bundle)) {
            if (output.type !== 'chunk' || !files.has(output.fileName)) continue;
            const strays = output.moduleIds.filter(isOfTheAdmin);
            if (strays.length > 0) {
              throw new Error(
                `${output.fileName} is the visitors' and holds ${strays.join(', ')}.`,
              );
            }
          }
        },
      },
    },
  };
}
