import { numberText } from '../../../ui/format.ts';
import { PRODUCT_NAME } from 'functions/contract';
import { limits } from 'functions/domain';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import './intro.css';

const REASONS = [
  ['Timeless humor', 'Twenty years on, and no joke has dared to age.'],
  ['Internet culture', 'Among the first memes, and the only one the internet fears.'],
  ['Universal appeal', 'Understood in every language, including silence.'],
  ['Endless creativity', 'The facts run out when he says so.'],
] as const;

interface IntroProps {
  /** the number of jokes, once it has loaded */
  total: number | undefined;
  /** What leads the page: its details are open beside it on wide screens, and closed without it. */
  children: ReactNode;
}

/** The introduction to the site. Its details are closed on small screens. */
export function Intro({ total, children }: IntroProps) {
  const count = total === undefined ? String(limits.fallbackTotal) : numberText(total);
  return (
    <section className="intro" aria-labelledby="about-facts">
      <div className="intro-title">
        <h1 tabIndex={-1}>Celebrating 20 Years of the Legend</h1>
        <p className="intro-count">
          <strong>{count}</strong>{' '}
          <span>facts, every one of them approved by a human and feared by everyone else.</span>
        </p>
      </div>
      {children}
      <details className="intro-about">
        <summary>
          <h2 id="about-facts">What are {PRODUCT_NAME}?</h2>
        </summary>
        <p>
          Short, solemn reports of what one man with a beard and a roundhouse kick can do. Visitors
          write them, visitors rate them, and none has ever been denied. {`Facts on file: ${count}`}
        </p>
        <h3>{`Why ${PRODUCT_NAME} Are Legendary`}</h3>
        <ul className="intro-reasons">
          {REASONS.map(([reason, because]) => (
            <li key={reason}>
              <Icon name="star" />
              <span>
                <b>{reason}</b> {because}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
