import { PRODUCT_NAME } from 'functions/contract';
import { lazy, Suspense, useEffect, useRef, useState, type FocusEvent } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { Backdrop } from '../../ui/backdrop.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { LogoutButton } from '../../admin/session/logout-button.tsx';
import { isAdminPath, paths } from '../../paths.ts';
import { profileOf, useSession } from '../../stores/session.ts';
import { decisionNews } from '../../facts/decision-news.ts';
import { useKeys } from '../../stores/shortcuts.ts';
import styles from './top-bar.module.css';

const LINKS: { to: string; label: string; icon: IconName }[] = [
  { to: paths.top, label: 'Top 100', icon: 'top' },
  { to: paths.newest, label: 'Newest', icon: 'newest' },
  { to: paths.random, label: 'Random', icon: 'random' },
  { to: paths.submit, label: 'Submit', icon: 'submit' },
];

/** Loaded only for administrators. Without it the link has no number. */
const PendingCount = lazy(() =>
  import('../../admin/pending-count.tsx').catch(() => ({ default: () => null })),
);

/** Loaded only for administrators. Without it no decision has been made that could be lost. */
const ModeratorLogout = lazy(() =>
  import('../../admin/moderator-logout.tsx').catch(() => ({ default: LogoutButton })),
);

/** Google's hosts for profile photos, which the content security policy allows. */
const PHOTO_URL = /^https:\/\/[\w.-]+\.googleusercontent\.com\//;

function ProfilePhoto({ url }: { url: string }) {
  const [broken, setBroken] = useState(false);
  if (broken || !PHOTO_URL.test(url)) return null;
  return (
    <img
      className={styles.photo}
      src={url}
      alt=""
      width={32}
      height={32}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}

/** The login link or, for signed-in users, the profile and the logout button. */
function TopBarProfile() {
  const session = useSession();
  if (session.is === 'signed-out') {
    return (
      <NavLink to={paths.login}>
        <Icon name="login" />
        Login
      </NavLink>
    );
  }
  const profile = profileOf(session);
  const isAdmin = session.is === 'admin' || session.is === 'ended';
  const Logout = session.is === 'visitor' ? LogoutButton : ModeratorLogout;
  return (
    <>
      {isAdmin && (
        <NavLink to={paths.admin}>
          Dashboard
          <Suspense>
            <PendingCount />
          </Suspense>
        </NavLink>
      )}
      {profile !== null && (
        <span className={styles.profile}>
          {profile.photoURL !== null && (
            <ProfilePhoto key={profile.photoURL} url={profile.photoURL} />
          )}
          <span className={styles.name} title={profile.name}>
            {profile.name}
          </span>
        </span>
      )}
      <Suspense fallback={<LogoutButton className="link-button" />}>
        <Logout className="link-button" />
      </Suspense>
    </>
  );
}

/** Read aloud with a link that has the dot. */
const DECIDED = ', your fact was decided';

/** The logo, links to the other screens, and the login link or profile. On small screens the links collapse into a menu. */
export function TopBar() {
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const { key, pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => setOpen(false), [key]);
  const isDecided = decisionNews.use() === 'unseen';

  const search = () => {
    const field = document.getElementById('q');
    if (field) field.focus();
    else void navigate(paths.search);
  };
  useKeys(isAdminPath(pathname) ? {} : { '/': ['Search', search] });

  const close = () => {
    setOpen(false);
    toggle.current?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (!open) return undefined;
    const closeOnEscape = ({ key: pressed }: KeyboardEvent) => {
      if (pressed === 'Escape') close();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open]);

  // The open menu would cover the element that gets the focus.
  const closeOnLeave = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false);
  };

  const mark = isDecided && <span className={styles.mark} />;
  return (
    <header className={styles.bar} onBlur={closeOnLeave}>
      <div className={styles.content}>
        <NavLink className={`${styles.logo}`} to={paths.home}>
          <span className={styles.star}>
            <Icon name="star" />
          </span>
          {PRODUCT_NAME}
        </NavLink>
        {/* On small screens it is beside the menu. */}
        <NavLink className={`${styles.beside}`} to={paths.random} aria-label="Random">
          <Icon name="random" />
          <span className={styles.word}>Random</span>
        </NavLink>
        <button
          type="button"
          className={styles.toggle}
          aria-label={isDecided ? `Menu${DECIDED}` : 'Menu'}
          aria-expanded={open}
          aria-controls="menu"
          ref={toggle}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} />
          <span className={styles.word}>Menu</span>
          {!open && mark}
        </button>
        {open && <Backdrop onClick={close} />}
        <nav className={styles.menu} id="menu" aria-label="Main" data-open={open}>
          {LINKS.map(({ to, label, icon }) => (
            <NavLink
              key={to}
              to={to}
              aria-label={isDecided && to === paths.submit ? label + DECIDED : undefined}
            >
              <Icon name={icon} />
              <span>{label}</span>
              {to === paths.submit && mark}
            </NavLink>
          ))}
          <NavLink to={paths.search} aria-label="Search">
            <Icon name="search" />
            <span className={styles.search}>Search</span>
          </NavLink>
          <div className={styles.session}>
            <TopBarProfile />
          </div>
        </nav>
      </div>
    </header>
  );
}
