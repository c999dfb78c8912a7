import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { generatedPages } from './write-docs.ts';
import { projectFiles, root } from './support/project-files.ts';

const files = projectFiles('**/*.md');

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const firstGroups = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

/** The targets of a page's links and images, except those on other sites. */
function links(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`(?!\])/g, '');
  return [
    ...firstGroups(prose, /\]\(([^)\s]+)\)/g),
    ...firstGroups(prose, /(?:src|href)="([^"]+)"/g),
  ].filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors that Git hosts generate for a page's headings. */
function anchors(text: string): string[] {
  return firstGroups(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The file or heading that a link's target lacks; undefined if it has both. */
function missing(file: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  if (!existsSync(join(root, target))) return `${link}: no such file`;
  if (anchor === undefined || anchors(textOf(target)).includes(anchor)) return undefined;
  return `${link}: no such heading`;
}

/** Files and folders that a page names between backticks, except build output. */
function namedPaths(text: string): string[] {
  return firstGroups(
    text,
    /`((?:functions|web|packages|local|tests|scripts|docs|\.ci)\/[\w./-]+)`/g,
  ).filter((path) => !/\/(?:lib|dist)\b/.test(path));
}

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf('package.json')));

/** The recipes add files and commands. */
const withoutRecipes = (text: string) => text.replace(/^```diff.*?^```/gms, '');

describe.each(files)('%s', (file) => {
  const text = withoutRecipes(textOf(file));

  test('links to files and headings that exist', () => {
    expect(links(text).flatMap((link) => missing(file, link) ?? [])).toEqual([]);
  });

  test('names commands that exist', () => {
    const named = firstGroups(text, /npm run\s+([\w:-]+)/g);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('names files that exist', () => {
    expect(namedPaths(text).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test('what is generated in docs/ is up to date; if not: npm run docs', async () => {
  for (const [page, text] of await generatedPages()) expect(textOf(`docs/${page}`)).toBe(text);
});

/** The files of a walk through the code, in its order. */
function walk(title: string): string[] {
  const [, text = ''] = textOf('docs/architecture.md').split(`\n## ${title}\n`);
  const [section = ''] = text.split('\n## ', 1);
  return links(section).filter((link) => !link.startsWith('decisions/'));
}

test.each([
  ['A page view', 20, 8],
  ['A vote', 19, 8],
  ['An approval', 19, 10],
])('%s passes %i files at most and returns to one %i times at most', (title, most, returns) => {
  const passed = walk(title);
  const returned = passed.filter(
    (file, at) => passed[at - 1] !== file && passed.indexOf(file) < at,
  );
  expect(passed).not.toEqual([]);
  expect(new Set(passed).size).toBeLessThanOrEqual(most);
  expect(returned.length).toBeLessThanOrEqual(returns);
});
