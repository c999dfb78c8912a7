import { countText, numberText } from '../ui/format.ts';
import { limits } from 'functions/domain';
import { usePageVotes } from '../facts/votes.ts';
import styles from './joke.module.css';

const STARS = Array.from({ length: limits.ratingMax }, (_, index) => limits.ratingMax - index);

/** The number of votes with each number of stars, once this browser has voted. */
export function VoteBars({ jokeId }: { jokeId: number }) {
  const histogram = usePageVotes((votes) => votes[jokeId]?.result?.histogram);
  if (histogram === undefined) return null;
  const most = Math.max(...histogram);
  return (
    <table className={styles.bars}>
      <caption>All votes</caption>
      <tbody>
        {STARS.map((stars) => {
          const votes = histogram[stars - 1] ?? 0;
          return (
            <tr key={stars}>
              <th scope="row">{countText(stars, 'star')}</th>
              <td>
                <span style={{ inlineSize: `${(100 * votes) / most}%` }} />
              </td>
              <td>{numberText(votes)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
