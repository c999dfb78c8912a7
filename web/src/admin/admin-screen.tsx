import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { Screen } from '../ui/screen.tsx';
import { adminPath, type AdminScreen as Name } from '../paths.ts';
import styles from './admin-screen.module.css';

const SCREENS: { screen: Name; label: string }[] = [
  { screen: 'dashboard', label: 'All facts' },
  { screen: 'queue', label: 'Review queue' },
  { screen: 'log', label: 'Log' },
];

interface AdminScreenProps {
  title: string;
  className?: string | undefined;
  /** shown above the navigation */
  head?: ReactNode;
  children: ReactNode;
}

/** A moderation screen with links to the others, which are at the hidden path if this one is. */
export function AdminScreen({ title, className = '', head, children }: AdminScreenProps) {
  const { pathname } = useLocation();
  return (
    <div className={`${styles.admin} ${className}`}>
      <Screen title={title}>
        {head}
        <nav className={styles.nav} aria-label="Administration">
          {SCREENS.map(({ screen, label }) => (
            <NavLink key={screen} to={adminPath(pathname, screen)} end>
              {label}
            </NavLink>
          ))}
        </nav>
        {children}
      </Screen>
    </div>
  );
}
