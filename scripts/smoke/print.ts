import { counted } from '../counted.ts';
import { smoke, type Finding, type SmokeOptions } from './checks.ts';

const SIGNS: Record<Finding['outcome'], string> = { passed: '✓', failed: '✗', skipped: '–' };

/** Checks a site and prints a line per check and the counts. @returns whether a check failed */
export async function printSmoke(origin: string, options: SmokeOptions): Promise<boolean> {
  const findings = await smoke(origin, options, ({ check, outcome, seen }) => {
    process.stdout.write(`${SIGNS[outcome]} ${check.padEnd(55)} ${seen}\n`);
  });
  const count = (outcome: Finding['outcome']) =>
    findings.filter((finding) => finding.outcome === outcome).length;
  process.stdout.write(
    `\n${counted(count('passed'), 'check')} passed, ${count('failed')} failed, ${count('skipped')} skipped.\n`,
  );
  return count('failed') > 0;
}
