import { PRODUCT_NAME } from 'functions/contract';
import { isTag } from 'functions/domain';
import { useParams } from 'react-router-dom';
import NotFoundScreen from '../ui/not-found.tsx';
import type { PageLoader } from '../facts/joke-queries.ts';
import { JokePages, pageOf } from './joke-pages.tsx';
import { TAG_LABELS } from '../ui/tag-labels.ts';

export const loader: PageLoader = async ({ params: { tag = '' }, search, load }) => {
  if (isTag(tag)) await load(pageOf(search, tag));
};

/** The active jokes with a tag, in numbered pages. */
export default function TagScreen() {
  const { tag = '' } = useParams();
  if (!isTag(tag)) return <NotFoundScreen />;
  const label = TAG_LABELS[tag];
  return (
    <JokePages
      tag={tag}
      title={label}
      description={`${label}: ${PRODUCT_NAME} about nothing else. Read them, rate them, add your own.`}
      heading={(ref) => (
        <>
          <h1 id="facts" tabIndex={-1} ref={ref}>
            {label}
          </h1>
          {/* The cards have headings of the third level. */}
          <h2 className="visually-hidden">The facts</h2>
        </>
      )}
    />
  );
}
