import { useOnline } from '../../components/use-online.ts';

/** Says so while there is no network. */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="offline-notice">
          You are offline. What you have seen here before is still here; rating and submitting need
          a connection.
        </p>
      )}
    </div>
  );
}
