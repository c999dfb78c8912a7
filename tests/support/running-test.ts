import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'vitest';

// A test that blocks its process can't report its name anymore; see hang-reporter.ts.
const folder = process.env['RUNNING_TESTS'];
if (folder !== undefined) {
  beforeEach(({ task }) => {
    writeFileSync(join(folder, String(process.pid)), `${task.file.name} > ${task.fullTestName}`);
  });
}
