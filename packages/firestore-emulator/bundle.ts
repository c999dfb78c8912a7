// Run by npm pack: bundles the emulator with the packages that it uses into dist/index.js, with their licenses.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const { metafile } = await build({
  entryPoints: ['src/index.ts', 'src/command.ts'],
  outdir: 'dist',
  bundle: true,
  // The command loads index.js.
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Some of the packages are CommonJS.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  metafile: true,
});

const folders = Object.keys(metafile.inputs).flatMap(
  (path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
);
const licenses = [...new Set(folders)].sort().map((folder) => {
  const { name, version }: Record<string, string> = JSON.parse(
    readFileSync(`${folder}/package.json`, 'utf8'),
  );
  const files = globSync(`${folder}/{LICENSE,LICENCE}*`, {});
  if (files.length === 0) throw new Error(`${folder} has no license file.`);
  return [`${name} ${version}`, ...files.map((file) => readFileSync(file, 'utf8'))].join('\n\n');
});
writeFileSync('dist/LICENSES.txt', licenses.join(`\n\n${'-'.repeat(80)}\n\n`));
