import { PRODUCT_NAME } from 'functions/contract';
import { DockPanel } from './dock-panel.tsx';
import { dismissSuggestion, useSuggestion } from './install-offer.ts';

const STEPS = (
  <ol>
    <li>
      Tap <b>Share</b>
    </li>
    <li>
      Choose <b>Add to Home Screen</b>
    </li>
  </ol>
);

/** Suggests installing the site: with the browser's dialog, or with manual steps on iPhone and iPad. */
export function InstallPanel() {
  const suggestion = useSuggestion(({ now }) => now);
  if (suggestion === undefined) return null;
  const install = (offer: Exclude<typeof suggestion, string>) => {
    dismissSuggestion();
    offer.prompt().catch(() => undefined);
  };
  return (
    <DockPanel
      title={`Install ${PRODUCT_NAME}`}
      announcement="This site can be installed as an app."
      closeLabel="Not now"
      onClose={dismissSuggestion}
      action={
        suggestion !== 'manually' && (
          <button type="button" className="button" onClick={() => install(suggestion)}>
            Install
          </button>
        )
      }
    >
      {suggestion === 'manually' ? STEPS : <p>Facts on your home screen, even offline.</p>}
    </DockPanel>
  );
}
