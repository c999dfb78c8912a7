import { embedPath, type Joke } from 'functions/contract';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { useOnline } from '../ui/use-online.ts';
import styles from './embed-dialog.module.css';

/** Lets an embed only open its link, in a page without the frame's limits. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** A size in CSS pixels that probably fits a text without scrolling. */
function embedSize(text: string): { width: number; height: number } {
  const lines = text.split('\n').map((line) => Math.ceil((line.length + 1) / 46));
  return { width: 550, height: 118 + 30 * lines.reduce((sum, each) => sum + each) };
}

interface EmbedDialogProps {
  joke: Joke;
  onClose: () => void;
}

/** The HTML that embeds a joke in another site, with a preview. */
export default function EmbedDialog({ joke, onClose }: EmbedDialogProps) {
  const { joke_id: id, joke_text: text } = joke;
  const online = useOnline();
  const size = embedSize(text);
  const code =
    `<iframe src="${location.origin}${embedPath(id)}" title="Fact no. ${id}" width="${size.width}" height="${size.height}"` +
    ` style="border:0;max-width:100%" loading="lazy" sandbox="${SANDBOX}"></iframe>`;

  return (
    <Dialog title={`Embed fact no. ${id}`} onClose={onClose}>
      <CopyField label="Code for your page" value={code} what="code" rows={5} />
      <h3>Preview</h3>
      {online ? (
        <iframe
          className={styles.preview}
          src={embedPath(id)}
          title={`Fact no. ${id}`}
          sandbox={SANDBOX}
          {...size}
        />
      ) : (
        <p className="field-hint">The preview needs a connection.</p>
      )}
      <DialogActions close="Close" onClose={onClose} />
    </Dialog>
  );
}
