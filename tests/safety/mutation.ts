import { parseSync, Visitor } from 'vite';
import { requirements, type Requirement } from './requirements.ts';

/** A deliberate fault, because of which tests of the requirement must fail. */
export interface Mutation {
  id: Requirement['id'];
  what: string;
  /** relative to the repository */
  file: string;
  /**
   * The name of the constant, property or function to change, which the file declares once; in a file that
   * is no code, a text that occurs once.
   */
  name: string;
  /** What replaces the constant's or property's value, or what the function does: an expression. */
  by: string;
  /** The file of these tests, if it is not the requirement's home. */
  test?: string;
}

/** The file whose tests must notice a fault. */
export function noticedIn({ id, test }: Pick<Mutation, 'id' | 'test'>): string {
  const home = requirements.find((requirement) => requirement.id === id)?.home;
  if (home === undefined) throw new Error(`There is no requirement ${id}`);
  return test ?? home;
}

interface Span {
  start: number;
  end: number;
}

interface Declared extends Span {
  type: string;
  /** a function's statements, or the expression that it returns */
  body?: unknown;
}

function isDeclared(node: unknown): node is Declared {
  return typeof node === 'object' && node !== null && 'type' in node && 'start' in node;
}

/** The values and functions that a file of code declares by this name. */
function findDeclared(file: string, content: string, name: string): Declared[] {
  const found: Declared[] = [];
  const add = (named: unknown, value: unknown) => {
    const matches = isDeclared(named) && 'name' in named && named.name === name;
    if (matches && isDeclared(value)) found.push(value);
  };
  const { program, errors } = parseSync(file, content);
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`);
  new Visitor({
    VariableDeclarator: ({ id, init }) => add(id, init),
    Property: ({ key, value, shorthand }) => shorthand || add(key, value),
    PropertyDefinition: ({ key, value }) => add(key, value),
    MethodDefinition: ({ key, value }) => add(key, value),
    FunctionDeclaration: (declared) => add(declared.id, declared),
  }).visit(program);
  return found;
}

/** Where a text stands in a file. */
function findText(content: string, text: string): Span[] {
  const found: Span[] = [];
  for (let start = content.indexOf(text); start >= 0; start = content.indexOf(text, start + 1)) {
    found.push({ start, end: start + text.length });
  }
  return found;
}

/**
 * Plants a fault in a file's content.
 * @returns the changed content
 * @throws {Error} if the file does not have the name exactly once
 */
export function withFault(
  content: string,
  { file, name, by }: Pick<Mutation, 'file' | 'name' | 'by'>,
): string {
  const isCode = file.endsWith('.ts');
  const found = isCode ? findDeclared(file, content, name) : findText(content, name);
  const [place, ...more] = found;
  if (!place || more.length > 0) {
    throw new Error(`To plant a fault, ${file} must have this exactly once: ${name}`);
  }
  const body = 'body' in place && isDeclared(place.body) ? place.body : undefined;
  const { start, end } = body ?? place;
  const code = body?.type === 'BlockStatement' ? `{ return ${by}; }` : isCode ? `(${by})` : by;
  return content.slice(0, start) + code + content.slice(end);
}
