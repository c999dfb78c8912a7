import { embedPath, type Joke } from 'functions/contract';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { useOnline } from '../ui/use-online.ts';
import { embedCode, EMBED_SANDBOX, embedSize } from './embed-code.ts';
import styles from './embed-dialog.module.css';

interface EmbedDialogProps {
  joke: Joke;
  onClose: () => void;
}

/** The code that shows a joke on another site, to copy, and a preview. */
export default function EmbedDialog({ joke, onClose }: EmbedDialogProps) {
  const { joke_id: id, joke_text: text } = joke;
  const online = useOnline();
  const size = embedSize(text);

  return (
    <Dialog title={`Embed fact no. ${id}`} onClose={onClose}>
      <CopyField
        label="Code for your page"
        value={embedCode(location.origin, id, size)}
        what="code"
        rows={5}
      />
      <h3>Preview</h3>
      {online ? (
        <iframe
          className={styles.preview}
          src={embedPath(id)}
          title={`Fact no. ${id}`}
          sandbox={EMBED_SANDBOX}
          {...size}
        />
      ) : (
        <p className="field-hint">The preview needs a connection.</p>
      )}
      <DialogActions close="Close" onClose={onClose} />
    </Dialog>
  );
}
