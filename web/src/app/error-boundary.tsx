import { Component, type PropsWithChildren } from 'react';
import { Head } from '../ui/head.tsx';
import { Screen } from '../ui/screen.tsx';
import { MissingScript } from './load-script.ts';

const reload = () => window.location.reload();

/** Replaces a screen whose script can't be loaded. Only a page load helps, because browsers cache a failed import. */
function NeedsConnection() {
  return (
    <Screen title="This screen needs a connection">
      <p role="status">The site can’t be reached, and this screen can’t be opened without it.</p>
      <button type="button" className="button" onClick={reload}>
        Try again
      </button>
    </Screen>
  );
}

/** Shows a message in place of children that failed to load or to render. React itself logs the error. */
export class ErrorBoundary extends Component<PropsWithChildren> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof MissingScript) return <NeedsConnection />;
    return (
      <div className="screen" role="alert">
        <Head title="Something went wrong" />
        <h1 tabIndex={-1}>Something went wrong</h1>
        <p>This page could not be shown. Reloading it usually helps.</p>
        <button type="button" className="button" onClick={reload}>
          Reload
        </button>
      </div>
    );
  }
}
