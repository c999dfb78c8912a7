import type { Joke } from 'functions/contract';
import { countText, numberText } from '../ui/format.ts';
import styles from './joke-rating.module.css';

/** Of the drawing, in pixels. */
const [WIDTH, HEIGHT, STEP] = [72, 32, 15];

/** The number of votes with each number of stars, as bars. Its room is there without them, too. */
export function VoteBars({ histogram = [] }: Pick<Joke, 'histogram'>) {
  const most = Math.max(1, ...histogram);
  return (
    <div className={styles.bars}>
      {histogram.length > 0 && (
        <>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
            {histogram.map((votes, at) => {
              // Without votes it is a line.
              const height = 2 + ((HEIGHT - 2) * votes) / most;
              return (
                <rect key={at} x={STEP * at} y={HEIGHT - height} width={STEP - 3} height={height} />
              );
            })}
          </svg>
          <table className="visually-hidden">
            <caption>All votes</caption>
            <tbody>
              {histogram.map((votes, at) => (
                <tr key={at}>
                  <th scope="row">{countText(at + 1, 'star')}</th>
                  <td>{numberText(votes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}
