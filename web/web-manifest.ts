import type { ManifestOptions } from 'vite-plugin-pwa';

const icon = (name: string, size: number, purpose: 'any' | 'maskable' | 'monochrome' = 'any') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const shortcut = (name: string, url: string, description: string, iconName: string) => ({
  name,
  url,
  description,
  icons: [icon(iconName, 96)],
});

const SIZES = { narrow: '780x1688', wide: '1280x800' } as const;

const screenshots = (form_factor: keyof typeof SIZES) =>
  [
    ['home', 'The newest facts'] as const,
    ['random', 'A random fact'] as const,
    ['top', 'The Top 100'] as const,
  ].map(([name, label]) => ({
    src: `/screenshots/${name}-${form_factor}.webp`,
    sizes: SIZES[form_factor],
    type: 'image/webp',
    form_factor,
    label,
  }));

/** The web manifest: what an installed site is called, looks like and opens. */
export const webManifest = {
  id: '/',
  name: 'Chuck Norris Facts',
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
  share_target: {
    action: '/submit',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
  icons: [
    icon('icon-192', 192),
    icon('icon-512', 512),
    icon('maskable-512', 512, 'maskable'),
    icon('monochrome-512', 512, 'monochrome'),
  ],
  shortcuts: [
    shortcut('Random', '/random', 'One fact, drawn at random', 'shortcut-random'),
    shortcut('Top 100', '/top-100', 'The best rated facts', 'shortcut-top'),
    shortcut('Newest', '/newest', 'The latest approved facts', 'shortcut-newest'),
    shortcut('Submit', '/submit', 'Add a fact of your own', 'shortcut-submit'),
  ],
  screenshots: [...screenshots('narrow'), ...screenshots('wide')],
} satisfies Partial<ManifestOptions>;
