import type { Joke } from 'functions/contract';
import { useState, type ComponentProps, type ComponentType } from 'react';
import { Menu } from '../../components/menu.tsx';
import type ReportDialog from './report/report-dialog.tsx';

const NOT_LOADED =
  "Couldn't open the report form. Please check your connection, reload the page and try again.";

/** What else visitors can do with a joke. What opens there is loaded when it is first opened. */
export function FactMenu({ joke: { joke_id } }: { joke: Joke }) {
  const [dialog, setDialog] = useState<{
    Shown: ComponentType<ComponentProps<typeof ReportDialog>>;
  }>();
  const report = () => {
    import('./report/report-dialog.tsx').then(
      (module) => setDialog({ Shown: module.default }),
      () => window.alert(NOT_LOADED),
    );
  };
  return (
    <>
      <Menu
        label={`More about fact no. ${joke_id}`}
        items={[{ label: 'Report', onSelect: report }]}
      />
      {dialog && <dialog.Shown jokeId={joke_id} onClose={() => setDialog(undefined)} />}
    </>
  );
}
