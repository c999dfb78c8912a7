import { useOnline } from '../../components/use-online.ts';

/** A notice shown while the browser is offline. */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="offline-notice">
          You are offline. Everything you have already opened still works; rating and submitting
          need a connection.
        </p>
      )}
    </div>
  );
}
