import { Suspense, type MouseEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Spinner } from '../../components/spinner.tsx';
import { useAnnouncement } from '../../stores/announcement.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { BackToTop } from './back-to-top.tsx';
import { Footer } from './footer.tsx';
import './layout.css';
import { OfflineNotice } from './offline-notice.tsx';
import { TopBar } from './top-bar.tsx';
import { useRouteFocus } from './use-route-focus.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

/** The page's only polite live region. */
function Announcer() {
  const text = useAnnouncement((store) => store.text);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}

/** The frame around every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRouteFocus();
  useScrollMemory();
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
      <TopBar />
      <OfflineNotice />
      <main className="main" id="main" tabIndex={-1} ref={main}>
        {/* Suspense is outside: a new one would replace the current screen with its fallback. */}
        <Suspense
          fallback={
            <div className="screen-loading">
              <Spinner label="Loading…" />
            </div>
          }
        >
          <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
        </Suspense>
      </main>
      <Footer />
      <BackToTop />
      <Announcer />
    </>
  );
}
