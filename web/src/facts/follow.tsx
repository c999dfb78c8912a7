import { lazy, Suspense, useState } from 'react';

const FeedDialog = lazy(() => import('./feed-dialog.tsx'));

interface FollowProps {
  /** the feed's title */
  title: string;
  /** the feed's path */
  path: string;
}

/** A link to a feed. It explains how to follow one instead of opening it, which shows XML. */
export function Follow({ title, path }: FollowProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <a
        href={path}
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        Follow
      </a>
      {open && (
        <Suspense>
          <FeedDialog title={title} path={path} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
