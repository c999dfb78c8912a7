// npm run smoke: checks a running site from outside, without changing it.
import { readCommandLine, refuseCommandLine } from './command-line.ts';
import { printSmoke } from './smoke/run.ts';

const PROGRAM = {
  command: 'npm run smoke',
  operands: '<url>',
  does: 'Checks a running site from outside, without changing it.',
  options: {
    'password-only': {
      type: 'boolean',
      help: 'expects no sign-in with Google, which an empty ADMIN_EMAILS turns off',
    },
  },
  example: 'npm run smoke -- https://facts.example',
} as const;

/** @returns the origin of a website's URL; undefined: not a website's URL */
function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}

const { values, positionals } = readCommandLine(PROGRAM);
const [url = ''] = positionals;
const origin = positionals.length === 1 ? originOf(url) : undefined;
if (origin === undefined) refuseCommandLine(PROGRAM, 'Give one address of a website.');
process.stdout.write(`Checking ${origin}\n\n`);
const failed = await printSmoke(origin, { google: values['password-only'] !== true });
process.exitCode = failed ? 1 : 0;
