import { useOnline } from '../../components/use-online.ts';

/** Says so while there is no network. */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="offline-notice">
          You are offline. What is on the screen stays; rating needs a connection.
        </p>
      )}
    </div>
  );
}
