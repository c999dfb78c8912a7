import { momentText } from '../ui/format.ts';
import type { RejectReason, ReportReason } from 'functions/contract';
import type { ComponentProps } from 'react';
import { useShortcutSetting } from '../stores/shortcuts.ts';
import { BusyButton } from '../ui/busy-button.tsx';

/** The reasons for a rejection, for moderators. */
export const REJECT_LABELS: Readonly<Record<RejectReason, string>> = {
  duplicate: 'Duplicate',
  off_topic: 'Off topic',
  offensive: 'Offensive',
  not_funny: 'Not funny',
  unclear: 'Unclear',
  other: 'Other',
  personal_data: 'Contains personal information',
};

/** The reasons for a report, for moderators. */
export const REPORT_LABELS: Readonly<Record<ReportReason, string>> = {
  offensive: 'Offensive',
  duplicate: 'Duplicate',
  personal_data: 'Personal information',
  other: 'Other',
};

/** A date and time in the reader's time zone. @param at in ISO 8601 */
export function LocalTime({ at }: { at: string }) {
  return <time dateTime={at}>{momentText(at)}</time>;
}

/** The key that does the same as a button, unless shortcuts are off. */
export function Key({ name }: { name: string }) {
  return (
    useShortcutSetting() && (
      <kbd className="keys-only" aria-hidden="true">
        {name}
      </kbd>
    )
  );
}

interface KeyedButtonProps extends Omit<ComponentProps<typeof BusyButton>, 'busy'> {
  /** the key that does the same */
  shortcut?: string;
  busy?: boolean;
}

/** A button that shows its key, unless shortcuts are off. @param children its label */
export function KeyedButton(props: KeyedButtonProps) {
  const { shortcut, busy = false, children, ...attributes } = props;
  const isOn = useShortcutSetting() && shortcut !== undefined;
  return (
    <BusyButton {...attributes} busy={busy} aria-keyshortcuts={isOn ? shortcut : undefined}>
      <span>{children}</span> {isOn && <Key name={shortcut} />}
    </BusyButton>
  );
}
