import { lazy } from 'react';
import { useLocation } from 'react-router-dom';
import AdminOnly from '../features/session/admin-only.tsx';
import { paths } from '../paths.ts';

const DashboardScreen = lazy(() => import('../features/moderation/dashboard-screen.tsx'));

/** The dashboard, loaded only for administrators. */
export default function AdminScreen() {
  const { pathname } = useLocation();
  return (
    <AdminOnly hidden={pathname === paths.hiddenAdmin}>
      <DashboardScreen />
    </AdminOnly>
  );
}
