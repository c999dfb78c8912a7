import { Badge } from '../../components/badge.tsx';
import { statusLook } from './status-look.ts';

/** A joke's status as an outlined word. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge {...statusLook(status)} />;
}
