// npm run smoke: checks a running site from outside, without changing it.
import { counted } from '../counted.ts';
import { printable } from '../printable.ts';
import { checks, Skip, type Checks } from './checks.ts';
import { checkRelease, checkSignIn } from './live-checks.ts';
import { BOUNDS, Fault, openRequest, type Bounds, type Request } from './request.ts';

/** The outcome of a check. `seen` says what was found, what is wrong, or why the check was skipped. */
export interface Finding {
  check: string;
  outcome: 'passed' | 'failed' | 'skipped';
  seen: string;
}

/** Where the browser's Firebase SDK signs in. */
const IDENTITY_TOOLKIT = 'https://identitytoolkit.googleapis.com';

/** What is known about a site. */
export interface SmokeOptions {
  /** whether administrators sign in with Google; default: yes */
  google?: boolean;
  /** the build that Hosting must serve; default: any */
  dist?: string;
  /** default: Google's servers; a local stack has none */
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

function live(origin: string, options: SmokeOptions, bounds: Bounds): Checks {
  const { dist, google = true, identityToolkit } = options;
  const toolkit = identityToolkit ?? (isLocal(origin) ? undefined : IDENTITY_TOOLKIT);
  return {
    ...(dist !== undefined && {
      'this version': (request: Request) => checkRelease(request, dist, bounds),
    }),
    'sign-in': (request) => checkSignIn(request, origin, bounds, google ? toolkit : undefined),
  };
}

/** How much of a site's text is printed. */
const MAX_PRINTED = 200;

/**
 * Checks a running site from outside, as a visitor without an account. It changes nothing on the site: it
 * only reads, and sends calls that must be refused and would have nothing to change.
 * @param origin such as `https://facts.example`
 * @returns the findings, as soon as they are made, with texts that are safe to print
 */
export async function* smoke(
  origin: string,
  options: SmokeOptions = {},
  bounds = BOUNDS,
): AsyncGenerator<Finding> {
  const request = openRequest(origin, bounds);
  for (const [check, run] of Object.entries({ ...live(origin, options, bounds), ...checks })) {
    const { outcome, seen } = await run(request).then(
      (found) => ({ outcome: 'passed', seen: found }) as const,
      failure,
    );
    yield { check, outcome, seen: printable(seen.slice(0, MAX_PRINTED).replaceAll('\n', ' ')) };
  }
}

function failure(error: unknown): Omit<Finding, 'check'> {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Skip) return { outcome: 'skipped', seen: message };
  return { outcome: 'failed', seen: error instanceof Fault ? message : `no response: ${message}` };
}

const SIGNS: Record<Finding['outcome'], string> = { passed: '✓', failed: '✗', skipped: '–' };

/** Checks a site and prints a line per check and the counts. @returns whether a check failed */
export async function printSmoke(origin: string, options: SmokeOptions): Promise<boolean> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { check, outcome, seen } of smoke(origin, options)) {
    process.stdout.write(`${SIGNS[outcome]} ${check.padEnd(40)} ${seen}\n`);
    counts[outcome] += 1;
  }
  process.stdout.write(
    `\n${counted(counts.passed, 'check')} passed, ${counts.failed} failed, ${counts.skipped} skipped.\n`,
  );
  return counts.failed > 0;
}
