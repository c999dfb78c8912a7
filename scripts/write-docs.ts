// npm run docs: writes the pages of docs/ that are generated from the code and the benchmarks.
import { writeGeneratedPages } from './docs/generated-pages.ts';

for (const name of await writeGeneratedPages()) process.stdout.write(`Wrote ${name}\n`);
