import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'favicon.svg';
const LINK = `href="/${FILE}"`;

/** A drawing as the address of itself, short and fit for an attribute. */
function addressOf(svg: string): string {
  const text = svg.trim().replaceAll('"', "'").replaceAll(/\s+/g, ' ');
  return `data:image/svg+xml,${text.replaceAll(/[#<>]/g, encodeURIComponent)}`;
}

/**
 * Writes the tab's icon into the pages, which spares each first view a request; the file stays for
 * whoever asks for it. Where data is no picture to a program, it takes the PNG beside it.
 */
export function inlineIcon(): Plugin {
  let folder = '';
  return {
    name: 'inline-icon',
    apply: 'build',
    configResolved(config) {
      folder = config.publicDir;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!html.includes(LINK)) throw new Error(`index.html does not link to ${FILE}.`);
        const address = addressOf(readFileSync(join(folder, FILE), 'utf8'));
        return html.replace(LINK, () => `href="${address}"`);
      },
    },
  };
}
