import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';

interface FeedDialogProps {
  title: string;
  path: string;
  onClose: () => void;
}

/** Says how to follow a feed, and copies its address. */
export default function FeedDialog({ title, path, onClose }: FeedDialogProps) {
  return (
    <Dialog title={`Follow: ${title}`} onClose={onClose}>
      <p>
        Paste this address into a feed reader, such as Feedly or NetNewsWire. New facts then come to
        you, without an account and without e-mail.
      </p>
      <CopyField
        label="Address of the feed"
        value={new URL(path, location.origin).href}
        what="address"
      />
      <DialogActions close="Close" onClose={onClose} />
    </Dialog>
  );
}
