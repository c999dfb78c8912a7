import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharp } from '../scripts/sharp.ts';
import { paths } from '../web/src/paths.ts';
import { webManifest } from '../web/web-manifest.ts';

const folder = join(import.meta.dirname, '..', 'web', 'public');

const { icons, shortcuts, screenshots } = webManifest;
const images = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons), ...screenshots];

test.each(images.map((image) => [image.src, image] as const))(
  '%s exists, in the size and format that the manifest names',
  async (src, { sizes, type }) => {
    const { width, height, format } = await sharp(join(folder, src)).metadata();
    expect(`${width}x${height}`).toBe(sizes);
    expect(`image/${format}`).toBe(type);
  },
);

test('there are icons for every purpose, screenshots and shortcuts', { tags: 'U6' }, () => {
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  expect(new Set(screenshots.map((each) => each.form_factor))).toEqual(new Set(['narrow', 'wide']));
  const { random, top, newest, submit } = paths;
  expect(shortcuts.map(({ url }) => url)).toEqual([random, top, newest, submit]);
});

test('the icon for iPhones is opaque, because they draw transparency black', async () => {
  const icon = sharp(join(folder, 'icons/apple-touch-icon.png'));
  expect(await icon.metadata()).toMatchObject({ width: 180, height: 180 });
  expect((await icon.stats()).isOpaque).toBe(true);
});

test('the image in link previews is 1200 × 630 pixels and smaller than 100 KB', async () => {
  const file = readFileSync(join(folder, 'social-card.png'));
  expect(await sharp(file).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(file.length).toBeLessThan(100_000);
});
