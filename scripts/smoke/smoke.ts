// npm run smoke: checks a running site from outside, without changing it.
import { counted } from '../counted.ts';
import { printable } from '../printable.ts';
import { checks, Skip, type Checks } from './checks.ts';
import { checkGoogleSignIn, checkRelease, checkWebApp } from './live-checks.ts';
import { BOUNDS, Fault, openRequest, type Bounds, type Request } from './request.ts';

/** The outcome of a check. `seen` says what was found, what is wrong, or why the check was skipped. */
export interface Finding {
  check: string;
  outcome: 'passed' | 'failed' | 'skipped';
  seen: string;
}

/** What is known about a site. */
export interface SmokeOptions {
  /** whether its administrator signs in with Google; default: yes */
  google?: boolean;
  /** the build that Hosting must serve; default: any */
  dist?: string;
  bounds?: Bounds;
  /** default: Google's servers */
  identityToolkit?: string;
}

/** The origin of a website's URL. @throws {Error} if it is not one */
export function smokeOrigin(url: string): string {
  const { protocol = '', origin = '' } = URL.canParse(url) ? new URL(url) : {};
  if (protocol === 'https:' || protocol === 'http:') return origin;
  throw new Error(`"${url}" is not the address of a website, such as https://facts.example.`);
}

const isLocal = (origin: string) =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(origin).hostname);

function live(origin: string, options: SmokeOptions): Checks {
  const { dist, google = true, bounds = BOUNDS, identityToolkit } = options;
  return {
    ...(dist !== undefined && {
      'this version': (request: Request) => checkRelease(request, dist, bounds),
    }),
    'sign-in configuration': checkWebApp,
    'sign-in with Google': (request) => {
      if (!google) throw new Skip('no administrator signs in with Google');
      if (isLocal(origin) && identityToolkit === undefined) throw new Skip('a local stack');
      return checkGoogleSignIn(request, origin, bounds, identityToolkit);
    },
  };
}

/** How much of a site's text is printed. */
const MAX_PRINTED = 200;

/**
 * Checks a running site from outside, as a visitor without an account. It changes nothing on the site: it
 * only reads, and sends calls that must be refused and would have nothing to change.
 * @param origin such as `https://facts.example`
 * @param onFinding receives each finding as soon as it is made
 * @returns all findings, in order, with texts that are safe to print
 */
export async function smoke(
  origin: string,
  options: SmokeOptions = {},
  onFinding: (finding: Finding) => void = () => undefined,
): Promise<Finding[]> {
  const request = openRequest(origin, options.bounds ?? BOUNDS);
  const findings: Finding[] = [];
  for (const [check, run] of Object.entries({ ...live(origin, options), ...checks })) {
    const found = async (): Promise<Omit<Finding, 'check'>> => {
      try {
        return { outcome: 'passed', seen: await run(request) };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (error instanceof Skip) return { outcome: 'skipped', seen: message };
        const seen = error instanceof Fault ? message : `no response: ${message}`;
        return { outcome: 'failed', seen };
      }
    };
    const { outcome, seen } = await found();
    const line = printable(seen.slice(0, MAX_PRINTED).replaceAll('\n', ' '));
    const finding = { check, outcome, seen: line };
    findings.push(finding);
    onFinding(finding);
  }
  return findings;
}

const SIGNS: Record<Finding['outcome'], string> = { passed: '✓', failed: '✗', skipped: '–' };

/** Checks a site and prints a line per check and the counts. @returns whether a check failed */
export async function printSmoke(origin: string, options: SmokeOptions): Promise<boolean> {
  const findings = await smoke(origin, options, ({ check, outcome, seen }) => {
    process.stdout.write(`${SIGNS[outcome]} ${check.padEnd(40)} ${seen}\n`);
  });
  const count = (outcome: Finding['outcome']) =>
    findings.filter((finding) => finding.outcome === outcome).length;
  process.stdout.write(
    `\n${counted(count('passed'), 'check')} passed, ${count('failed')} failed, ${count('skipped')} skipped.\n`,
  );
  return count('failed') > 0;
}
