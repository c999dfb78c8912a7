import type { ManifestOptions } from 'vite-plugin-pwa';

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
    {
      src: '/icons/icon-192.png',
      sizes: '192x192',
      type: 'image/png',
      purpose: 'any',
    },
    {
      src: '/icons/icon-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'any',
    },
    {
      src: '/icons/maskable-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'maskable',
    },
    {
      src: '/icons/monochrome-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'monochrome',
    },
  ],
  shortcuts: [
    {
      name: 'Random',
      url: '/random',
      description: 'One fact, drawn at random',
      icons: [
        {
          src: '/icons/shortcut-random.png',
          sizes: '96x96',
          type: 'image/png',
          purpose: 'any',
        },
      ],
    },
    {
      name: 'Top 100',
      url: '/top-100',
      description: 'The best rated facts',
      icons: [
        {
          src: '/icons/shortcut-top.png',
          sizes: '96x96',
          type: 'image/png',
          purpose: 'any',
        },
      ],
    },
    {
      name: 'Newest',
      url: '/newest',
      description: 'The latest approved facts',
      icons: [
        {
          src: '/icons/shortcut-newest.png',
          sizes: '96x96',
          type: 'image/png',
          purpose: 'any',
        },
      ],
    },
    {
      name: 'Submit',
      url: '/submit',
      description: 'Add a fact of your own',
      icons: [
        {
          src: '/icons/shortcut-submit.png',
          sizes: '96x96',
          type: 'image/png',
          purpose: 'any',
        },
      ],
    },
  ],
  screenshots: [
    {
      src: '/screenshots/home-narrow.webp',
      sizes: '780x1688',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'The newest facts',
    },
    {
      src: '/screenshots/random-narrow.webp',
      sizes: '780x1688',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'A random fact',
    },
    {
      src: '/screenshots/top-narrow.webp',
      sizes: '780x1688',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'The Top 100',
    },
    {
      src: '/screenshots/home-wide.webp',
      sizes: '1280x800',
      type: 'image/webp',
      form_factor: 'wide',
      label: 'The newest facts',
    },
    {
      src: '/screenshots/random-wide.webp',
      sizes: '1280x800',
      type: 'image/webp',
      form_factor: 'wide',
      label: 'A random fact',
    },
    {
      src: '/screenshots/top-wide.webp',
      sizes: '1280x800',
      type: 'image/webp',
      form_factor: 'wide',
      label: 'The Top 100',
    },
  ],
} satisfies Partial<ManifestOptions>;
