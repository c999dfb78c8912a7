import { PRODUCT_NAME } from 'functions/contract';
import { TAG_LABELS } from 'functions/domain';
import { useParams, useSearchParams } from 'react-router-dom';
import NotFoundScreen from '../../../ui/not-found-screen.tsx';
import { filterOf } from '../joke-filter.tsx';
import { JokePages } from '../home/joke-pages.tsx';

/** The active jokes with a tag, in numbered pages. */
export default function TagScreen() {
  const [search] = useSearchParams();
  const filter = filterOf(search, useParams()['tag']);
  if (!filter?.tag) return <NotFoundScreen />;
  const label = TAG_LABELS[filter.tag];
  return (
    <JokePages
      className="screen"
      filter={filter}
      title={filter.safe ? `${label}, safe only` : label}
      description={`${label}: ${PRODUCT_NAME} about nothing else. Read them, rate them, add your own.`}
      heading={(ref) => (
        <h1 id="facts" tabIndex={-1} ref={ref}>
          {label}
        </h1>
      )}
    />
  );
}
