import { PRODUCT_NAME } from 'functions/contract';
import { CornerPanel } from '../../components/corner-panel.tsx';

interface InstallPanelProps {
  /** Opens the browser's dialog; if undefined, the panel shows manual steps for iPhone and iPad. */
  onInstall: (() => void) | undefined;
  onDismiss: () => void;
}

/** Suggests installing the site. */
export function InstallPanel({ onInstall, onDismiss }: InstallPanelProps) {
  return (
    <CornerPanel title={`Install ${PRODUCT_NAME}`} onClose={onDismiss}>
      {onInstall ? (
        <p>A place on your home screen, and facts without a network.</p>
      ) : (
        <ol>
          <li>
            Tap <b>Share</b>
          </li>
          <li>
            Choose <b>Add to Home Screen</b>
          </li>
        </ol>
      )}
      <div className="corner-actions">
        {onInstall && (
          <button type="button" className="button" onClick={onInstall}>
            Install
          </button>
        )}
        <button type="button" className="button" onClick={onDismiss}>
          Not now
        </button>
      </div>
    </CornerPanel>
  );
}
