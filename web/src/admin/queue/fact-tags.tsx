import { BusyButton } from '../../ui/busy-button.tsx';
import { useShortcutSetting } from '../../stores/shortcuts.ts';
import { tagsText, type Tagged } from '../tags/tag-choices.tsx';

interface FactTagsProps {
  tagged: Tagged;
  busy: boolean;
  onTags: () => void;
  onSafe: (safe: boolean) => void;
}

/** The tags with which a pending fact is approved and whether it is for children, and how to change them. */
export function FactTags({ tagged, busy, onTags, onSafe }: FactTagsProps) {
  const shortcuts = useShortcutSetting();
  return (
    <div className="queue-tagging">
      <BusyButton
        className="link-button"
        aria-haspopup="dialog"
        aria-keyshortcuts={shortcuts ? 'T' : undefined}
        busy={busy}
        onClick={onTags}
      >
        <span>{`Tags: ${tagsText(tagged.tags)}`}</span>
        {shortcuts && <kbd aria-hidden="true">T</kbd>}
      </BusyButton>
      <label className="setting">
        <input
          type="checkbox"
          checked={!tagged.safe}
          disabled={busy}
          aria-keyshortcuts={shortcuts ? 'F' : undefined}
          onChange={({ target }) => onSafe(!target.checked)}
        />
        Not for children
        {shortcuts && <kbd aria-hidden="true">F</kbd>}
      </label>
    </div>
  );
}
