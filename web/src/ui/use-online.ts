import { useConnection } from '../stores/connection.ts';

/** Whether the browser reports that it is online. */
export function useOnline(): boolean {
  return useConnection((connection) => connection !== 'offline');
}
