import { PRODUCT_NAME } from 'functions/contract';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { Icon, type IconName } from '../../components/icon.tsx';
import { paths } from '../../paths.ts';
import { TopBarProfile } from './top-bar-profile.tsx';
import './top-bar.css';

const LINKS: { to: string; label: string; icon: IconName }[] = [
  { to: paths.top, label: 'Top 100', icon: 'top' },
  { to: paths.newest, label: 'Newest', icon: 'newest' },
  { to: paths.random, label: 'Random', icon: 'random' },
  { to: paths.submit, label: 'Submit', icon: 'submit' },
];

/** The logo, links to the other screens, and the login link or profile. On small screens the links collapse into a menu. */
export function TopBar() {
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);

  const closeOnEscape = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    toggle.current?.focus();
  };

  return (
    <header className="top-bar" onKeyDown={closeOnEscape}>
      <div className="top-bar-content">
        <NavLink className="logo" to={paths.home}>
          <span className="logo-star">
            <Icon name="star" />
          </span>
          {PRODUCT_NAME}
        </NavLink>
        <button
          type="button"
          className="menu-toggle"
          aria-expanded={open}
          aria-controls="menu"
          ref={toggle}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} />
          <span className="menu-label">Menu</span>
        </button>
        <nav className="menu" id="menu" aria-label="Main" data-open={open}>
          {LINKS.map(({ to, label, icon }) => (
            <NavLink key={to} to={to}>
              <Icon name={icon} />
              {label}
            </NavLink>
          ))}
          <TopBarProfile />
        </nav>
      </div>
    </header>
  );
}
