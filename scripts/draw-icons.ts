// npm run icons: draws the brand's images from the sources in web/brand into web/public.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTypefaces } from '../functions/src/features/images/poster/typefaces.ts';
import { png } from './brand/drawing.ts';
import { icon, maskableIcon, monochromeIcon, opaqueIcon, shortcutIcon } from './brand/icons.ts';
import { CARD, socialCard } from './brand/social-card.ts';

const folder = join(import.meta.dirname, '..', 'web', 'public');
const { display } = await openTypefaces();

const files: Record<string, string | Promise<Buffer>> = {
  'favicon.svg': icon,
  'icons/favicon-32.png': png(icon, 32),
  'icons/apple-touch-icon.png': png(opaqueIcon, 180),
  'icons/icon-192.png': png(icon, 192),
  'icons/icon-512.png': png(icon, 512),
  'icons/maskable-512.png': png(maskableIcon, 512),
  'icons/monochrome-512.png': png(monochromeIcon, 512),
  'social-card.png': png(socialCard(display), CARD.width),
};
for (const name of ['random', 'top', 'newest', 'submit']) {
  files[`icons/shortcut-${name}.png`] = png(shortcutIcon(name), 96);
}

mkdirSync(join(folder, 'icons'), { recursive: true });
for (const [name, content] of Object.entries(files)) {
  const bytes = await content;
  writeFileSync(join(folder, name), bytes);
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}
