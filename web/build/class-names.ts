import { basename } from 'node:path';

/**
 * The class that a name in a CSS module becomes, such as `joke-card_text` for `text` in
 * `joke-card.module.css`: the same in the browser's and the server's build, and readable in tests.
 */
export function scopedName(name: string, file: string): string {
  return `${basename(file).replace(/\.module\.css.*$/, '')}_${name}`;
}
