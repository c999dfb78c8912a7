// npm run smoke -- <address>: checks a running site from outside, without changing it.
import { smoke, type Finding } from './smoke/checks.ts';

const SIGNS: Record<Finding['outcome'], string> = { passed: '✓', failed: '✗', skipped: '–' };
const USAGE = 'Usage: npm run smoke -- <address>, such as https://facts.example';

/** The origin of an address; undefined when it is not one of a website. */
function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}

async function run(addresses: readonly string[]): Promise<number> {
  const [address = ''] = addresses;
  const origin = addresses.length === 1 ? originOf(address) : undefined;
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
    `\n${count('passed')} checks passed, ${count('failed')} failed, ${count('skipped')} skipped.\n`,
  );
  return count('failed') > 0 ? 1 : 0;
}

process.exitCode = await run(process.argv.slice(2));
