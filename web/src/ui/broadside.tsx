import type { broadside } from 'functions/domain';
import { Fragment } from 'react';
import styles from './broadside.module.css';

type Lines = NonNullable<ReturnType<typeof broadside>>;

/** The letters of the bits of a width in hundredths of an em, from a, the lowest: styles can't read a number. */
function lettersOf(em: number): string {
  const hundredths = Math.ceil(em * 100);
  return Array.from('abcdefghijk')
    .filter((_, bit) => (hundredths >> bit) % 2 === 1)
    .join('');
}

/** A short fact in capitals, each line as wide as the column. Render it with the text as its key. */
export function Broadside({ lines }: { lines: Lines }) {
  return (
    <span className={styles.broadside}>
      {lines.map((wide) => (
        <Fragment key={wide.from}>
          {wide.from > 0 && ' '}
          <span data-em={lettersOf(wide.em)} data-red={wide.isRed || undefined}>
            {wide.lines.map((line) => (
              <Fragment key={line.from}>
                {line.from > wide.from && ' '}
                <span data-em={lettersOf(line.em)} data-red={line.isRed || undefined}>
                  {line.text}
                </span>
              </Fragment>
            ))}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
