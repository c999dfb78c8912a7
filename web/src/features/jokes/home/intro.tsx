import { PRODUCT_NAME } from 'functions/contract';
import { limits } from 'functions/domain';
import { Icon } from '../../../components/icon.tsx';
import { useLocaleNumber } from '../../../components/use-locale-number.ts';
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
  /** True if it is above the first page; above the others, its details are closed at every width. */
  isFirstPage: boolean;
}

/** The introduction to the site. Its details are closed on small screens. */
export function Intro({ total, isFirstPage }: IntroProps) {
  const inLocale = useLocaleNumber();
  const count = total === undefined ? String(limits.fallbackTotal) : inLocale(total);
  return (
    <section className="intro" data-first={isFirstPage} aria-labelledby="about-facts">
      <div className="intro-title">
        <p className="kicker">Since 2005</p>
        <h1 tabIndex={-1}>
          Celebrating <span className="intro-years">20 Years</span> of the Legend
        </h1>
        <p className="intro-count">
          <strong>{count}</strong>{' '}
          <span>facts, every one of them approved by a human and feared by the rest.</span>
        </p>
      </div>
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
