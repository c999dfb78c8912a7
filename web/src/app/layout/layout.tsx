import {
  Suspense,
  useEffect,
  useRef,
  useSyncExternalStore,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router-dom';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { useAnnouncement } from '../../stores/announcement.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { Footer } from './footer.tsx';
import './layout.css';
import { TopBar } from './top-bar.tsx';
import { useScrollMemory } from './use-scroll-memory.ts';

/** Specification §9. */
const THRESHOLD_PX = 300;

function subscribeToScroll(onChange: () => void): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal, passive: true };
  window.addEventListener('scroll', onChange, options);
  window.addEventListener('resize', onChange, options);
  return () => listening.abort();
}

const CONTROLS = 'a, button, label, input, select, textarea, summary';
/** Every control is larger than the steps between these places, as parts of the button's sides. */
const PLACES = [0, 0.33, 0.66, 0.99];

/** Whether a control of the page is under the button. */
function isOverControl(button: HTMLElement | null): boolean {
  if (button === null) return false;
  const { left, top, width, height } = button.getBoundingClientRect();
  return PLACES.some((x) =>
    PLACES.some((y) =>
      document
        .elementsFromPoint(left + x * width, top + y * height)
        .some((each) => (each.closest(CONTROLS) ?? button) !== button),
    ),
  );
}

function toTop(): void {
  // The button is about to disappear, and the focus with it.
  document.querySelector('h1')?.focus({ preventScroll: true });
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
}

/** A button that appears when the page is scrolled down, where it covers no control. */
function BackToTop() {
  const button = useRef<HTMLButtonElement>(null);
  const isDown = useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > THRESHOLD_PX,
    () => false,
  );
  const isInTheWay = useSyncExternalStore(
    subscribeToScroll,
    () => isOverControl(button.current),
    () => false,
  );
  if (!isDown) return null;
  return (
    <button
      type="button"
      className="back-to-top"
      data-covering={isInTheWay}
      aria-label="Back to top"
      ref={button}
      onClick={toTop}
    >
      <Icon name="up" />
    </button>
  );
}

/** The page's only polite live region. */
function Announcer() {
  const { text, count } = useAnnouncement();
  return (
    <p className="visually-hidden" role="status">
      {/* A new element, because a text that stays the same is not read again. */}
      <span key={count}>{text}</span>
    </p>
  );
}

/** A notice shown while the browser is offline. */
function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="offline-notice">
          You are offline. Everything you have already opened still works.{' '}
          <span id="needs-connection">You need a connection to rate or submit.</span>
        </p>
      )}
    </div>
  );
}

/** The frame around every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname, hash } = useLocation();
  const main = useRef<HTMLElement>(null);
  const focused = useRef(pathname);
  useScrollMemory();

  // The heading of each new screen, or what the URL names, gets the focus, so that screen readers announce it.
  useEffect(() => {
    if (focused.current === pathname) return;
    focused.current = pathname;
    const named = document.getElementById(hash.slice(1));
    (named ?? main.current?.querySelector('h1'))?.focus({ preventScroll: true });
  }, [pathname, hash]);

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
