import type { Joke } from 'functions/contract';
import { AdminImageButton } from '../admin-image-button.tsx';
import { JokeCard } from '../joke-card.tsx';
import { JokeImage } from '../joke-image.tsx';
import './ranked-list.css';

interface RankedListProps {
  /** in rank order */
  jokes: readonly Joke[];
  /** the rank of the first joke */
  first: number;
}

/** Jokes with their ranks and images. */
export function RankedList({ jokes, first }: RankedListProps) {
  return (
    <ol className="joke-list" start={first}>
      {jokes.map((joke, index) => (
        <li key={joke.joke_id}>
          <JokeCard joke={joke} rank={first + index}>
            <div className="ranked-image">
              <JokeImage
                joke={joke}
                sizes="(min-width: 1024px) 320px, (min-width: 768px) 200px, calc(100vw - 32px)"
              />
            </div>
            <AdminImageButton joke={joke} />
          </JokeCard>
        </li>
      ))}
    </ol>
  );
}
