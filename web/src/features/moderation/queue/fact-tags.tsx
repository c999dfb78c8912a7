import type { QueueEntry } from 'functions/contract';
import { BusyButton } from '../../../components/busy-button.tsx';
import { useShortcutSetting } from '../../../stores/shortcuts.ts';
import { safeLabel, tagsText, type Tagged } from '../tags/tag-choices.tsx';

interface FactTagsProps {
  entry: QueueEntry;
  tagged: Tagged;
  busy: boolean;
  onTags: () => void;
  onSafe: () => void;
}

/** The tags and the verdict with which a pending fact is decided, what the hint suggests, and how to change them. */
export function FactTags({ entry: { hint }, tagged, busy, onTags, onSafe }: FactTagsProps) {
  const shortcuts = useShortcutSetting();
  const suggests = (text: string) => <span className="queue-source"> (hint: {text})</span>;
  return (
    <div className="queue-tagging" role="group" aria-label="Tags and verdict">
      <BusyButton
        className="link-button"
        aria-haspopup="dialog"
        aria-keyshortcuts={shortcuts ? 'T' : undefined}
        busy={busy}
        onClick={onTags}
      >
        Tags: {tagsText(tagged.tags)}
        {tagged.tags.length === 0 && hint && hint.tags.length > 0 && suggests(tagsText(hint.tags))}
        {shortcuts && <kbd aria-hidden="true">T</kbd>}
      </BusyButton>
      <BusyButton
        className="link-button"
        aria-keyshortcuts={shortcuts ? 'F' : undefined}
        busy={busy}
        onClick={onSafe}
      >
        For a school class: {safeLabel(tagged.safe)}
        {tagged.safe === null && hint && suggests(safeLabel(hint.safe).toLowerCase())}
        {shortcuts && <kbd aria-hidden="true">F</kbd>}
      </BusyButton>
    </div>
  );
}
