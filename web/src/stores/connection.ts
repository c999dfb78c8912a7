import { create } from 'zustand';

/**
 * Whether the site can be reached. `offline`: the browser reports that it is offline; `unreachable`: it reports a
 * connection, but the last request got no answer of the API.
 */
export const useConnection = create<'online' | 'offline' | 'unreachable'>()(() => 'online');

/** Follows what the browser reports. */
export function followConnection(): void {
  const follow = () => useConnection.setState(navigator.onLine ? 'online' : 'offline', true);
  window.addEventListener('online', follow);
  window.addEventListener('offline', follow);
  follow();
}

/** Takes over whether a request was answered. While the browser is offline, the service worker may have answered. */
export function noteRequest(answered: boolean): void {
  const known = useConnection.getState();
  if (known !== 'offline') useConnection.setState(answered ? 'online' : 'unreachable', true);
}
