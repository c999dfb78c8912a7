import type { ComponentProps } from 'react';
import { useShortcutSetting } from '../stores/shortcuts.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Key } from './labels.tsx';

interface KeyedButtonProps extends Omit<ComponentProps<typeof BusyButton>, 'busy'> {
  /** the key that does the same, if there is one */
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
