import { Spinner } from '../../components/spinner.tsx';

/** Stands in place of a screen whose code is on its way. */
export function ScreenLoading() {
  return (
    <div className="screen-loading">
      <Spinner label="Loading…" />
    </div>
  );
}
