import { useMutation } from '@tanstack/react-query';
import { type EndpointInput } from 'functions/contract';
import { limits } from 'functions/domain';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { call } from '../api/call.ts';
import { serverDetailOf } from '../api/failure.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Ring } from '../ui/spinner.tsx';
import { KnownUsername, TextField, textOf } from '../ui/text-field.tsx';
import { profileOf, tokensOf, useSession } from '../stores/session.ts';
import styles from './dialogs.module.css';

const FAILED = 'Failed to change password. Please try again.';
/** How long the success message is shown. */
const SHOWN_MS = 2_000;

const FIELDS = [
  { field: 'current', label: 'Current Password', autoComplete: 'current-password' },
  {
    field: 'next',
    label: 'New Password',
    autoComplete: 'new-password',
    hint: `Minimum ${limits.passwordMinLength} characters`,
  },
  { field: 'confirmation', label: 'Confirm New Password', autoComplete: 'new-password' },
] as const;

type Field = (typeof FIELDS)[number]['field'];

/** A validation error and, unless it comes from the server, its field. */
interface PasswordProblem {
  field?: Field;
  text: string;
}

function passwordProblem(draft: Record<Field, string>): PasswordProblem | undefined {
  if (draft.current === '') return { field: 'current', text: 'Current password is required' };
  if (draft.next.length < limits.passwordMinLength) {
    const text = `New password must be at least ${limits.passwordMinLength} characters long`;
    return { field: 'next', text };
  }
  if (draft.next !== draft.confirmation) {
    return { field: 'confirmation', text: 'New passwords do not match' };
  }
  return undefined;
}

/** Changes the administrator's own password, if they have signed in with one. Closes two seconds after success. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const hasPassword = tokensOf(session).admin !== null;
  const first = useRef<HTMLInputElement>(null);
  // The browser would focus the username.
  useEffect(() => first.current?.focus(), []);
  const [problem, setProblem] = useState<PasswordProblem>();
  const change = useMutation({
    // The cache must not hold the passwords.
    gcTime: 0,
    mutationFn: (body: EndpointInput<'changePassword'>['body']) => call('changePassword', { body }),
    onError: (error) => setProblem({ text: serverDetailOf(error, FAILED) }),
  });

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!change.isSuccess) return;
    const timer = setTimeout(() => close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [change.isSuccess]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending || change.isSuccess) return;
    const form = new FormData(event.currentTarget);
    const [current, next] = [textOf(form, 'current'), textOf(form, 'next')];
    const found = passwordProblem({ current, next, confirmation: textOf(form, 'confirmation') });
    setProblem(found);
    if (found === undefined)
      return change.mutate({ current_password: current, new_password: next });
    const field = event.currentTarget.elements.namedItem(found.field ?? '');
    if (field instanceof HTMLElement) field.focus();
  };

  const { isPending, isSuccess } = change;
  return (
    <Dialog title="Change Password" locked={isPending} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        {!hasPassword && (
          <p>
            You signed in with Google, so there is no password to change here. You can change the
            password of your Google account at Google.
          </p>
        )}
        {hasPassword && <KnownUsername username={profileOf(session)?.name ?? ''} />}
        {hasPassword &&
          FIELDS.map(({ field, ...names }) => (
            <TextField
              key={field}
              ref={field === 'current' ? first : null}
              {...names}
              name={field}
              type="password"
              required
              maxLength={limits.passwordMaxLength}
              aria-invalid={problem?.field === field}
              readOnly={isPending || isSuccess}
            />
          ))}
        {problem !== undefined && (
          <p className="field-error" role="alert">
            {problem.text}
          </p>
        )}
        <p className={styles.done} role="status">
          {isSuccess && '✓ Password changed successfully!'}
        </p>
        <DialogActions
          close={isSuccess || !hasPassword ? 'Close' : 'Cancel'}
          busy={isPending}
          onClose={onClose}
        >
          {hasPassword && (
            <BusyButton type="submit" className="button button-main" busy={isPending || isSuccess}>
              {isPending && <Ring />} <span>{isPending ? 'Changing...' : 'Change Password'}</span>
            </BusyButton>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
