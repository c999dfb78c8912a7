import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { projectFiles } from './support/project-files.ts';

/** What the files of a room may import besides each other and npm packages. */
interface Room {
  name: string;
  files: RegExp;
  may: readonly string[];
}

const server = (folder: string) => new RegExp(`^functions/src/${folder}`);
const BASE = ['domain', 'contract', 'config', 'platform'];
const SERVER = [...BASE, 'catalog', 'http'];
const SUBJECTS = ['jokes', 'votes', 'submissions', 'moderation', 'images', 'sessions', 'pages'];
const WEB = ['domain', 'contract', 'paths'];
const FACTS = [...WEB, 'stores', 'ui', 'api'];
const SCREENS = [...FACTS, 'facts'];
const EVERYTHING = ['anything'];

/**
 * Who may know whom. A file belongs to the first room that has it; one that is in no room fails. What is deployed imports
 * only from its own room and those before it. Subjects of the server name the subjects that they build on.
 */
const ROOMS: readonly Room[] = [
  { name: 'packages', files: /^packages\//, may: [] },
  { name: 'tests', files: /^tests\/|\.test\.ts$|^web\/src\/testing\/|^vitest\./, may: EVERYTHING },

  { name: 'domain', files: server('domain/'), may: [] },
  { name: 'contract', files: server('contract/'), may: ['domain'] },
  { name: 'config', files: server('(config|settings)\\.ts'), may: ['domain', 'contract'] },
  {
    name: 'tools',
    files: server('platform/(deadline|once|queue|slices|log|quota)\\.'),
    may: ['domain', 'contract'],
  },
  { name: 'platform', files: server('platform/'), may: ['domain', 'contract', 'config', 'tools'] },
  { name: 'catalog', files: server('catalog/'), may: BASE },
  { name: 'http', files: server('http/'), may: BASE },
  { name: 'jokes', files: server('jokes/'), may: SERVER },
  { name: 'compat', files: server('compat/'), may: [...SERVER, 'jokes'] },
  { name: 'votes', files: server('votes/'), may: [...SERVER, 'jokes'] },
  { name: 'moderation', files: server('moderation/'), may: [...SERVER, 'jokes', 'votes'] },
  { name: 'images', files: server('images/'), may: [...SERVER, 'jokes', 'moderation'] },
  { name: 'submissions', files: server('submissions/'), may: [...SERVER, 'moderation'] },
  { name: 'pages', files: server('pages/'), may: [...SERVER, 'jokes'] },
  { name: 'sessions', files: server('sessions/'), may: SERVER },
  { name: 'site', files: server('site\\.ts'), may: [...SERVER, ...SUBJECTS] },
  {
    name: 'operations',
    files: server('operations/'),
    may: [...BASE, ...SUBJECTS, 'catalog', 'site'],
  },
  {
    name: 'app',
    files: server('(app|index|parameters)\\.ts'),
    may: [...SERVER, ...SUBJECTS, 'compat', 'site'],
  },

  { name: 'paths', files: /^web\/src\/paths\.ts/, may: ['domain', 'contract'] },
  { name: 'stores', files: /^web\/src\/stores\//, may: WEB },
  { name: 'api', files: /^web\/src\/api\//, may: [...WEB, 'stores'] },
  { name: 'ui', files: /^web\/src\/ui\//, may: [...WEB, 'stores'] },
  { name: 'facts', files: /^web\/src\/facts\//, may: FACTS },
  { name: 'screens', files: /^web\/src\/screens\//, may: SCREENS },
  { name: 'admin', files: /^web\/src\/admin\//, may: SCREENS },
  { name: 'offline', files: /^web\/src\/offline\//, may: FACTS },
  { name: 'web', files: /^web\/src\//, may: [...SCREENS, 'screens', 'admin', 'offline'] },
  {
    name: 'build',
    files: /^web\/([^/]+|build\/.*)\.ts/,
    may: [...WEB, ...SUBJECTS, 'compat', 'api', 'http', 'scripts', 'web'],
  },

  {
    name: 'local',
    files: /^local\//,
    may: [...SERVER, ...SUBJECTS, 'site', 'app', 'paths', 'build'],
  },
  {
    name: 'scripts',
    files: /^scripts\//,
    may: [...SERVER, ...SUBJECTS, 'site', 'operations', 'paths', 'build', 'local'],
  },
];

/** Files, what they may not import, and why. */
const RULES: readonly [from: RegExp, target: RegExp, reason: string][] = [
  [
    /^functions\/(?!.*(\/http\/|\/app\.ts|\/chucknorris\.routes\.))/,
    /^express$/,
    'Only http/ and the compatible API use Express.',
  ],
  [
    /^functions\/(?!.*(\.data\.ts|\/platform\/))/,
    /^(firebase-admin|@google-cloud\/(firestore|storage))(\/|$)/,
    'Only data files and platform/ access Firestore and Storage.',
  ],
  [/^functions\/.*\/contract\//, /^(?!zod$|functions\/)/, 'The contract needs only zod.'],
  [/^functions\/.*\/domain\//, /^(?!functions\/)/, 'The domain needs no package.'],
  [/\.data\.ts$/, /\.(service|routes)\.ts$/, 'Data files know neither services nor routes.'],
  [/\.service\.ts$/, /\.routes\.ts$/, 'A service knows no routes.'],
  [/\.(data|service)\.ts$/, /^functions\/src\/http\//, 'Data and services know no HTTP.'],
  [/\.routes\.ts$|\/src\/http\//, /\.data\.ts$/, 'Routes access data only through a service.'],
  [/^web\/src\/api\//, /^react(-|$)/, 'api/ knows nothing of the interface.'],
  [/^web\/src\/(ui|stores)\//, /^@tanstack/, 'Only screens and api/ fetch.'],
  [/^web\/src\//, /^web\/src\/(main|render)\.tsx$/, 'Nothing imports an entry point.'],
  [/^(?!packages\/)/, /^packages\//, 'Import a package by its name.'],
];

const roomOf = (file: string) => ROOMS.find(({ files }) => files.test(file));

/** Why a file may not import this; undefined if it may. @param target a file, or the name of a package */
function violation(from: string, target: string): string | undefined {
  const room = roomOf(from);
  if (!room) return `${from} is in no room`;
  if (room.may === EVERYTHING) {
    return target.startsWith('packages/') ? 'Import a package by its name.' : undefined;
  }
  const rule = RULES.find(([files, targets]) => files.test(from) && targets.test(target));
  if (rule) return rule[2];
  const other = roomOf(target);
  if (!other) return undefined;
  const packageOf = (path: string) => /^packages\/[^/]+/.exec(path)?.[0];
  if (other === room && packageOf(from) === packageOf(target)) return undefined;
  const may = room.may.flatMap((name) => (name === 'platform' ? ['platform', 'tools'] : [name]));
  return may.includes(other.name) ? undefined : `${room.name} does not know ${other.name}.`;
}

/** The files and packages that a module imports, also only for a type or when it is needed. */
function importsOf(file: string, code: string): string[] {
  const { staticImports, staticExports } = parseSync(file, code).module;
  const named = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...Array.from(code.matchAll(/\bimport\(\s*'([^']+)'/g), ([, name = '']) => name),
  ];
  return [...new Set(named)].map((name) => {
    if (name.startsWith('.')) return join(dirname(file), name);
    return name.replace(/^functions\/(contract|domain)$/, 'functions/src/$1/index.ts');
  });
}

const imports = new Map(
  projectFiles('**/*.{ts,tsx,mts,mjs}').map((file) => [
    file,
    importsOf(file, readFileSync(file, 'utf8')),
  ]),
);

test('every file imports only what its room may know', () => {
  const found = [...imports].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const reason = violation(file, target);
      return reason === undefined ? [] : [`${file} imports ${target}: ${reason}`];
    }),
  );
  expect(found).toEqual([]);
});

test('what is deployed imports no room that stands later', () => {
  const placeOf = (file: string) => ROOMS.findIndex(({ files: room }) => room.test(file));
  const upward = [...imports]
    .filter(([file]) => /^(functions|web)\/src\//.test(file) && roomOf(file)?.name !== 'tests')
    .flatMap(([file, targets]) =>
      targets
        .filter((target) => placeOf(target) > placeOf(file))
        .map((target) => `${file} imports ${target}`),
    );
  expect(upward).toEqual([]);
});
