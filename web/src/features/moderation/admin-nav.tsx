import { NavLink, useLocation } from 'react-router-dom';
import { adminPath, type AdminScreen } from '../../paths.ts';
import './admin-nav.css';

const SCREENS: { screen: AdminScreen; label: string }[] = [
  { screen: 'dashboard', label: 'All facts' },
  { screen: 'queue', label: 'Review queue' },
  { screen: 'log', label: 'Log' },
];

/** Links between the admin screens, which stay at the hidden path if the current one is there. */
export function AdminNav() {
  const { pathname } = useLocation();
  return (
    <nav className="admin-nav" aria-label="Administration">
      {SCREENS.map(({ screen, label }) => (
        <NavLink key={screen} to={adminPath(pathname, screen)} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
