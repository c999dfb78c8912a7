import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { LoadError } from '../../components/load-error.tsx';
import { Screen } from '../../components/screen.tsx';
import { Spinner } from '../../components/spinner.tsx';
import './session.css';
import { SetupAdminForm } from './setup-admin-form.tsx';

/** Specification §9. */
const REDIRECT_MS = 2_000;

function Success() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.login), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div role="status">
      <h2>Success!</h2>
      <p>The admin user was created. Redirecting to the login…</p>
    </div>
  );
}

function AdminExists() {
  const navigate = useNavigate();
  return (
    <div className="session">
      <h2>Admin Already Exists</h2>
      <p>This site already has an administrator.</p>
      <button type="button" className="button" onClick={() => void navigate(paths.login)}>
        Go to Login
      </button>
    </div>
  );
}

function SetupSteps() {
  const {
    data: setup,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['admin-setup'],
    queryFn: () => call('getAdminSetup', {}),
    // Loaded once per visit, so that it never replaces a form in use.
    staleTime: Infinity,
    gcTime: 0,
  });
  const [created, setCreated] = useState(false);
  if (created) return <Success />;
  if (setup !== undefined) {
    return setup.admin_exists ? (
      <AdminExists />
    ) : (
      <SetupAdminForm keyRequired={setup.setup_key_required} onCreated={() => setCreated(true)} />
    );
  }
  if (!isError) return <Spinner label="Checking whether an administrator exists…" />;
  return (
    <LoadError
      text="Couldn't check whether an administrator exists. Please try again later."
      onRetry={() => void refetch()}
    />
  );
}

/** Creates the first administrator of a new site (specification §2, Setup Admin). */
export default function SetupAdminScreen() {
  return (
    <Screen title="Setup Admin">
      <SetupSteps />
    </Screen>
  );
}
