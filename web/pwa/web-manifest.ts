import type { ManifestOptions } from 'vite-plugin-pwa';
import { PRODUCT_NAME } from '../../functions/src/contract/product.ts';
import { paths } from '../src/paths.ts';

/** The icon that Chromium-based browsers load with the manifest, before they offer to install. */
export const SAVED_ICON = '/icons/icon-192.png';

const icon = (name: string, side: number, purpose: 'any' | 'maskable' | 'monochrome') => ({
  src: `/icons/${name}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
});

const shortcut = (name: string, url: string, description: string, image: string) => ({
  name,
  url,
  description,
  icons: [icon(`shortcut-${image}`, 96, 'any')],
});

const SCREENSHOT_SIZES = { narrow: '780x1688', wide: '1280x800' } as const;

const screenshot = (form: keyof typeof SCREENSHOT_SIZES, name: string, label: string) => ({
  src: `/screenshots/${name}-${form}.webp`,
  sizes: SCREENSHOT_SIZES[form],
  type: 'image/webp',
  form_factor: form,
  label,
});

/** The web app manifest. Its colors are the tokens `bar` and `paper`. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: PRODUCT_NAME,
  short_name: 'CN Facts',
  description: 'Chuck Norris facts since 2005: read them, rate them, add your own.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#1d1712',
  background_color: '#f5eddd',
  categories: ['entertainment', 'humor'],
  icons: [
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('maskable-512', 512, 'maskable'),
    icon('monochrome-512', 512, 'monochrome'),
  ],
  shortcuts: [
    shortcut('Random', paths.random, 'One fact, drawn at random', 'random'),
    shortcut('Top 100', paths.top, 'The best rated facts', 'top'),
    shortcut('Newest', paths.newest, 'The latest approved facts', 'newest'),
    shortcut('Submit', paths.submit, 'Add a fact of your own', 'submit'),
  ],
  screenshots: [
    screenshot('narrow', 'home', 'The newest facts'),
    screenshot('narrow', 'random', 'A random fact'),
    screenshot('narrow', 'top', 'The Top 100'),
    screenshot('wide', 'home', 'The newest facts'),
    screenshot('wide', 'random', 'A random fact'),
    screenshot('wide', 'top', 'The Top 100'),
  ],
};
