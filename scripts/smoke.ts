// npm run smoke -- <url>: checks a running site from outside, without changing it.
import { counted } from './counted.ts';
import { smoke, type Finding } from './smoke/checks.ts';

const SIGNS: Record<Finding['outcome'], string> = { passed: '✓', failed: '✗', skipped: '–' };
const USAGE = 'Usage: npm run smoke -- <url>, such as https://facts.example';

/** @returns the origin of a website's URL; undefined: not a website's URL */
function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}

async function run(urls: readonly string[]): Promise<number> {
  const [url = ''] = urls;
  const origin = urls.length === 1 ? originOf(url) : undefined;
  if (origin === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  process.stdout.write(`Checking ${origin}\n\n`);
  const findings = await smoke(origin, ({ check, outcome, seen }) => {
    process.stdout.write(`${SIGNS[outcome]} ${check.padEnd(55)} ${seen}\n`);
  });
  const count = (outcome: Finding['outcome']) =>
    findings.filter((finding) => finding.outcome === outcome).length;
  process.stdout.write(
    `\n${counted(count('passed'), 'check')} passed, ${count('failed')} failed, ${count('skipped')} skipped.\n`,
  );
  return count('failed') > 0 ? 1 : 0;
}

process.exitCode = await run(process.argv.slice(2));
