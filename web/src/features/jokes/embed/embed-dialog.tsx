import { embedPath, type Joke } from 'functions/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import '../../../ui/field.css';
import { useOnline } from '../../../ui/use-online.ts';
import { embedCode, EMBED_SANDBOX, embedSize } from './embed-code.ts';
import './embed-dialog.css';

/** What the button and the line beside it show before copying and after each result. */
const COPY = {
  none: ['Copy code', ''],
  copied: ['✓ Copied', 'Now paste it into your page.'],
  failed: ['✗ Not copied', 'Your browser doesn’t allow it. Select the code and copy it by hand.'],
} as const;

interface EmbedDialogProps {
  joke: Joke;
  onClose: () => void;
}

/** The code that shows a joke on another site, to copy, and a preview. */
export default function EmbedDialog({ joke, onClose }: EmbedDialogProps) {
  const { joke_id: id, joke_text: text } = joke;
  const [copy, setCopy] = useState<keyof typeof COPY>('none');
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  const online = useOnline();
  const size = embedSize(text);
  const code = embedCode(location.origin, id, size);
  const [label, result] = COPY[copy];

  useEffect(() => field.current?.select(), []);

  const onCopy = () => {
    navigator.clipboard.writeText(code).then(
      () => setCopy('copied'),
      () => setCopy('failed'),
    );
  };

  return (
    <Dialog title={`Embed fact no. ${id}`} onClose={onClose}>
      <label className="field-label" htmlFor={fieldId}>
        Code for your page
      </label>
      <textarea
        className="field embed-code"
        id={fieldId}
        rows={5}
        readOnly
        spellCheck={false}
        value={code}
        ref={field}
      />
      <div className="embed-copy">
        <button type="button" className="button" onClick={onCopy}>
          {label}
        </button>
        <p role="status">{result}</p>
      </div>
      <h3>Preview</h3>
      {online ? (
        <iframe
          className="embed-preview"
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
