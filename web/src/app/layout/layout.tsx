import { Suspense, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Docked } from '../../ui/dock.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { sendUnanswered } from '../../facts/votes.ts';
import { useConnection } from '../../stores/connection.ts';
import { useAnnouncements } from '../../stores/announcement.ts';
import { usePending } from '../../stores/pending.ts';
import { Footer } from './footer.tsx';
import styles from './layout.module.css';
import { TopBar } from './top-bar.tsx';
import { useScrollMemory } from './use-scroll-memory.ts';

function toTop(): void {
  // The button is about to disappear, and the focus with it.
  document.querySelector('h1')?.focus({ preventScroll: true });
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
}

/** A button that appears when the page is scrolled down. From then on it keeps its room, so that nothing above it moves. */
function BackToTop() {
  const start = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState<'at first' | 'down' | 'up again'>('at first');
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const isDown = entries.at(-1)?.isIntersecting === false;
      setPosition((before) => (isDown ? 'down' : before === 'at first' ? before : 'up again'));
    });
    if (start.current) observer.observe(start.current);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div className={styles.start} ref={start} />
      {position !== 'at first' && (
        <Docked>
          <button
            type="button"
            className={styles.top}
            data-shown={position === 'down'}
            aria-label="Back to top"
            onClick={toTop}
          >
            <Icon name="up" />
          </button>
        </Docked>
      )}
    </>
  );
}

/** The live region from which screen readers read what is added. */
function Announcer() {
  return (
    <div className="visually-hidden" role="log">
      {useAnnouncements().map(({ text, count }) => (
        <p key={count}>{text}</p>
      ))}
    </div>
  );
}

/** A bar at the top of the window while the visitor waits for a script, such as that of the next screen. */
function PendingSign() {
  const isPending = usePending((count) => count > 0);
  return (
    <div role="status">
      {isPending && (
        <div className={styles.pending}>
          <span className="visually-hidden">Loading…</span>
        </div>
      )}
    </div>
  );
}

/** A notice shown while the site can't be reached. */
function OfflineNotice() {
  const connection = useConnection();
  return (
    <div role="status">
      {connection === 'unreachable' && (
        <p className={styles.offline}>
          The site can’t be reached. Everything you have already opened still works.
        </p>
      )}
      {connection === 'offline' && (
        <p className={styles.offline}>
          You are offline. Everything you have already opened still works.{' '}
          <span id="needs-connection">You need a connection to rate or submit.</span>
        </p>
      )}
    </div>
  );
}

/** The frame around every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation();
  const online = useOnline();
  const main = useRef<HTMLElement>(null);
  const focused = useRef(pathname);
  useScrollMemory();
  useEffect(() => {
    if (online) sendUnanswered();
  }, [key, online]);

  // The heading of each new screen gets the focus, so that screen readers announce it, unless a field has it.
  useEffect(() => {
    if (focused.current === pathname) return;
    focused.current = pathname;
    const field = main.current?.querySelector<HTMLElement>('[data-focus]');
    (field ?? main.current?.querySelector('h1'))?.focus({ preventScroll: true });
  }, [pathname]);

  const skipToContent = (event: MouseEvent) => {
    // Following the link would add a history entry.
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <>
      <a className="skip-link" href="#main" onClick={skipToContent}>
        Skip to content
      </a>
      <PendingSign />
      <TopBar />
      <OfflineNotice />
      <main className={styles.main} id="main" tabIndex={-1} ref={main}>
        {/* Suspense is outside, because a new one would replace the current screen with its fallback. */}
        <Suspense
          fallback={
            <div className={styles.loading}>
              <Spinner label="Loading…" />
            </div>
          }
        >
          {children}
        </Suspense>
      </main>
      <Footer />
      <BackToTop />
      <Announcer />
    </>
  );
}
