import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import widths from '../functions/src/domain/slab-widths.json' with { type: 'json' };
import { measureSlab } from '../scripts/measure-slab.ts';
import { root } from './support/project-files.ts';

test.each(['web/src/styles/fonts/slab.woff2', 'functions/src/images/slab-latin.ttf'])(
  'lines are broken with the widths of %s; if not: npm run fonts',
  { tags: 'U18' },
  async (file) => {
    expect(await measureSlab(readFileSync(join(root, file)))).toEqual(widths);
  },
);
