import { limits } from 'functions/contract';
import './legacy.css';

const LEGACY = [
  ['One subject', 'Still the same one. Nobody has proposed a second.'],
  [
    'Short',
    `${limits.jokeMaxCharacters} characters at the most. The legend is large; the sentences need not be.`,
  ],
  [
    'Rated by whoever reads',
    `One to ${limits.ratingMax} stars, once per fact. A sixth star was considered and stood down.`,
  ],
  ['Open to anyone', 'No account is needed to write a fact. Nerve is.'],
  ['Read before it is printed', 'Every submission is reviewed for quality and originality.'],
] as const;

/** What makes the jokes what they are. */
export function Legacy() {
  return (
    <ul className="legacy">
      {LEGACY.map(([name, remark]) => (
        <li key={name}>
          <b>{name}.</b> {remark}
        </li>
      ))}
    </ul>
  );
}
