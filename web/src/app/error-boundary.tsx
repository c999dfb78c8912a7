import { Component, type PropsWithChildren } from 'react';
import { Head } from '../ui/head.tsx';

/** Shows a message in place of children that failed to render. React itself logs the error. */
export class ErrorBoundary extends Component<PropsWithChildren, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="screen" role="alert">
        <Head title="Something went wrong" />
        <h1 tabIndex={-1}>Something went wrong</h1>
        <p>This page could not be shown. Reloading it usually helps.</p>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}
