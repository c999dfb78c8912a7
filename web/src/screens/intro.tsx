import { PRODUCT_NAME } from 'functions/contract';
import { limits } from 'functions/domain';
import { numberText } from '../ui/format.ts';
import styles from './home.module.css';

const REASONS = [
  ['Timeless humor', 'Twenty years on, and no joke has dared to age.'],
  ['Internet culture', 'Among the first memes, and the only one the internet fears.'],
  ['Universal appeal', 'Understood in every language, including silence.'],
  ['Endless creativity', 'The facts run out when he says so.'],
] as const;

interface IntroProps {
  /** the number of jokes, once it has loaded */
  total: number | undefined;
  /** whether it is open at first */
  open: boolean;
}

/** The introduction to the site. */
export function Intro({ total, open }: IntroProps) {
  const count = total === undefined ? String(limits.fallbackTotal) : numberText(total);
  return (
    <details className={styles.intro} open={open}>
      <summary>
        <h2>{`What are ${PRODUCT_NAME}?`}</h2>
      </summary>
      <div className={`${styles.about} stack`}>
        <div className="stack">
          <p>
            <strong className={styles.count}>{count}</strong>
            {' facts, every one of them approved by a human and feared by everyone else.'}
          </p>
          <p>
            {'Short, solemn reports of what one man with a beard and a roundhouse kick can do. ' +
              'Visitors write them, visitors rate them, and none has ever been denied. ' +
              `Facts on file: ${count}`}
          </p>
        </div>
        <div>
          <h3>{`Why ${PRODUCT_NAME} Are Legendary`}</h3>
          <ul className={`${styles.reasons} stack`}>
            {REASONS.map(([reason, because]) => (
              <li key={reason}>
                <b>{reason}</b>
                <span>{` ${because}`}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </details>
  );
}
