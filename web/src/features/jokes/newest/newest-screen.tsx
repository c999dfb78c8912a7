import { PRODUCT_NAME } from 'functions/contract';
import { Screen } from '../../../components/screen.tsx';
import { JokeCard } from '../joke-card.tsx';
import { ListStates } from '../list-states.tsx';
import './newest-screen.css';
import { useNewestJokes } from './use-newest-jokes.ts';

function countText(count: number): string {
  return count === 1 ? '1 newest approved fact' : `${count} newest approved facts`;
}

/** The facts that were approved last. */
export default function NewestScreen() {
  const { data, isError, refetch } = useNewestJokes();
  return (
    <Screen title={`Newest ${PRODUCT_NAME}`}>
      <p className="newest-subtitle">The latest approved {PRODUCT_NAME}!</p>
      <ListStates
        list={data}
        failed={isError}
        errorText="Error loading newest jokes. Please try again later."
        onRetry={() => void refetch()}
      >
        {({ jokes }) => (
          <>
            <h2 className="newest-count">{countText(jokes.length)}</h2>
            <ol className="joke-list">
              {jokes.map((joke) => (
                <li key={joke.joke_id}>
                  <JokeCard joke={joke} />
                </li>
              ))}
            </ol>
          </>
        )}
      </ListStates>
    </Screen>
  );
}
