import { limits } from 'functions/domain';
import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { TextField } from '../../components/text-field.tsx';
import { paths } from '../../paths.ts';
import { adminLogin } from '../../stores/session.ts';
import { REFUSED } from './admin-only.tsx';

/** Specification §9. */
const REDIRECT_MS = 2_000;

const NEW_PASSWORD = {
  type: 'password',
  autoComplete: 'new-password',
  maxLength: limits.passwordMaxLength,
  required: true,
} as const;

/** The fields for a new password, `password` and `confirmation`. */
export function NewPasswordFields() {
  return (
    <>
      <TextField
        label="Password"
        name="password"
        hint={`Minimum ${limits.passwordMinLength} characters`}
        {...NEW_PASSWORD}
      />
      <TextField label="Confirm Password" name="confirmation" {...NEW_PASSWORD} />
    </>
  );
}

/** Leads to the administrator's login, also for somebody who is signed in with Google. */
export function Success({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  useEffect(() => {
    adminLogin.save(true);
    const toLogin = () => void navigate(paths.login, { state: REFUSED });
    const timer = setTimeout(toLogin, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div role="status">
      <h2>Success!</h2>
      <p>{children} Redirecting to the login…</p>
    </div>
  );
}
