import { afterEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { followTheme, theme } from './theme.ts';

afterEach(() => vi.unstubAllGlobals());

test(
  'the page and the browser’s frame have the chosen theme, or that of the system',
  { tags: 'U8' },
  () => {
    const metas = ['light', 'dark'].map((scheme) => ({ dataset: { scheme }, media: '' }));
    const dataset: { theme?: string } = {};
    vi.stubGlobal('localStorage', new MemoryStorage());
    vi.stubGlobal('document', { documentElement: { dataset }, querySelectorAll: () => metas });
    followTheme();
    const shown = () => [dataset.theme, ...metas.map(({ media }) => media)];
    theme.save('dark');
    expect(shown()).toEqual(['dark', 'not all', 'all']);
    theme.save('light');
    expect(shown()).toEqual(['light', 'all', 'not all']);
    theme.save('system');
    const bySystem = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'];
    expect(shown()).toEqual([undefined, ...bySystem]);
  },
);
