import { imageSrcSet, type QueueEntry } from 'functions/contract';
import { useEffect } from 'react';
import { AdminScreen } from '../admin-screen.tsx';
import { QueryStates } from '../query-states.tsx';
import { CurrentFact, IMAGE_SIZES } from './current-fact.tsx';
import { QueueStatus } from './queue-bar.tsx';
import { QueueEnd } from './queue-end.tsx';
import { useReview } from './review.ts';
import { facing } from './visit.ts';

/** How many facts after the current one have their images loaded. */
const PRELOADED = 2;

/** Loads the images of the next facts, and keeps them until the facts are shown. */
function usePreloadedImages(entries: readonly QueueEntry[]): void {
  const urls = entries.flatMap(({ joke }) => joke.image_url ?? []).join(' ');
  useEffect(() => {
    const images =
      urls === ''
        ? []
        : urls.split(' ').map((url) => {
            const image = new Image();
            image.sizes = IMAGE_SIZES;
            image.srcset = imageSrcSet(url);
            image.src = url;
            return image;
          });
    return () => {
      images.length = 0;
    };
  }, [urls]);
}

/** Pending facts, the oldest first, one at a time. Its route controls access. */
export default function QueueScreen() {
  const [review, state] = useReview();
  const entries = facing(state);
  const [current] = entries;
  useEffect(() => review.begin(), [review]);
  usePreloadedImages(entries.slice(1, 1 + PRELOADED));
  return (
    <AdminScreen title="Review Queue" className="queue">
      {current && <CurrentFact entry={current} />}
      {!current && (state.loadError !== undefined || state.next !== null) && (
        <>
          <QueryStates
            query={{ data: undefined, error: state.loadError ?? null, refetch: review.load }}
          />
          {state.steps.length > 0 && <QueueStatus busy={false} />}
        </>
      )}
      {!current && state.next === null && <QueueEnd />}
    </AdminScreen>
  );
}
