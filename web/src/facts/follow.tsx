import { useLateDialog } from '../ui/late-dialog.ts';

interface FollowProps {
  /** the feed's title */
  title: string;
  /** the feed's path */
  path: string;
}

/** A link to a feed. It explains how to follow one instead of opening it, which shows XML. */
export function Follow({ title, path }: FollowProps) {
  const { Dialog, open, close } = useLateDialog<FollowProps & { onClose: () => void }>();
  return (
    <>
      <a
        href={path}
        onClick={(event) => {
          event.preventDefault();
          open(import('./feed-dialog.tsx'));
        }}
      >
        Follow
      </a>
      {Dialog && <Dialog title={title} path={path} onClose={close} />}
    </>
  );
}
