import type { Requirement } from './requirements.ts';

/** A deliberate fault, because of which a test of the requirement must fail. */
export interface Fault {
  /** the requirement that it breaks, such as S11 or U3 */
  id: Requirement['id'];
  /** what is wrong then, and why it matters, as its user would say */
  what: string;
  /** relative to the repository */
  file: string;
  /** a line of that file, without its indentation, which occurs once */
  before: string;
  /** the line, or lines, in its place; empty: none */
  after: string;
  /** the file whose tests, tagged with `id`, notice it */
  test: string;
}

/** Whether the tests that notice it open the built site in a browser. */
export const isInBrowser = ({ test }: Fault) => /^tests\/(?:journeys|deep\/browser)\//.test(test);

/**
 * Plants a fault.
 * @returns the changed text of its file
 * @throws {Error} if the text does not have the line exactly once
 */
export function withFault(text: string, { file, before, after }: Fault): string {
  const lines = text.split('\n');
  const places = lines.flatMap((line, index) => (line.trim() === before ? [index] : []));
  const [place] = places;
  if (place === undefined || places.length > 1) {
    throw new Error(`To plant a fault, ${file} must have this line exactly once: ${before}`);
  }
  return lines.with(place, after).join('\n');
}
