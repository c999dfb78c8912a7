import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'favicon.svg';
const LINK = `href="/${FILE}"`;

/** An SVG as a short data URL that is safe inside an attribute. */
function svgDataUrl(svg: string): string {
  const text = svg.trim().replaceAll('"', "'").replaceAll(/\s+/g, ' ');
  return `data:image/svg+xml,${text.replaceAll(/[#<>]/g, encodeURIComponent)}`;
}

/**
 * Inlines the favicon into the pages, which saves a request on the first view. The file stays
 * available for other clients, and the PNG link serves those that do not accept data URLs.
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
        const url = svgDataUrl(readFileSync(join(folder, FILE), 'utf8'));
        return html.replace(LINK, () => `href="${url}"`);
      },
    },
  };
}
