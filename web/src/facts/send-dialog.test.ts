import { expect, test } from 'vitest';
import { targets } from './send-dialog.tsx';

const URL_OF_FACT = 'https://facts.example/fact/5';

test(
  'a long fact is cut for sites whose posts are short, not in messages; blanks stay blanks everywhere',
  { tags: 'U20' },
  () => {
    const text = 'Chuck Norris + 1. '.repeat(28).trim();
    const shared = new Map<string, URL>(
      targets(text, URL_OF_FACT).map(([name, href]) => [name, new URL(href)]),
    );
    for (const { href } of shared.values()) expect(href).not.toContain('+');
    const textOf = (name: string) => shared.get(name)?.searchParams.get('text') ?? '';
    expect(textOf('WhatsApp')).toBe(`${text}\n${URL_OF_FACT}`);
    for (const name of ['X', 'Bluesky']) {
      expect(textOf(name)).toContain('Chuck Norris + 1.');
      expect(textOf(name).length).toBeLessThanOrEqual(280);
    }
  },
);
