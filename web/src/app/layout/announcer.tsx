import { useAnnouncement } from '../../stores/announcement.ts';

/** The page's one polite live region. */
export function Announcer() {
  const text = useAnnouncement((store) => store.text);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}
