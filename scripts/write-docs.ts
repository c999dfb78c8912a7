// npm run docs: writes the pages of docs/ that come from the code.
import { writeFileSync } from 'node:fs';
import { generatedPages } from './docs/generated-pages.ts';

for (const { name, file, text } of await generatedPages()) {
  writeFileSync(file, text);
  process.stdout.write(`Written: ${name}\n`);
}
