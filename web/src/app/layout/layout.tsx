import { Suspense, type MouseEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../error-boundary.tsx';
import { Announcer } from './announcer.tsx';
import { BackToTop } from './back-to-top.tsx';
import { Footer } from './footer.tsx';
import './layout.css';
import { OfflineNotice } from './offline-notice.tsx';
import { ScreenLoading } from './screen-loading.tsx';
import { TopBar } from './top-bar.tsx';
import { useRouteFocus } from './use-route-focus.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

/** What stands around every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRouteFocus();
  useScrollMemory();
  const skipToContent = (event: MouseEvent) => {
    // Followed as a link it would become an entry of the history.
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
        {/* Suspense outside: a new one would show its fallback instead of the screen that is left. */}
        <Suspense fallback={<ScreenLoading />}>
          <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
        </Suspense>
      </main>
      <Footer />
      <BackToTop />
      <Announcer />
    </>
  );
}
