import type { Joke } from 'functions/contract';
import { useState, type ComponentType } from 'react';
import { Menu } from '../../components/menu.tsx';

interface Dialog {
  default: ComponentType<{ joke: Joke; onClose: () => void }>;
}

const NOT_LOADED =
  'Couldn’t load this. Please check your connection, reload the page and try again.';

/** What else visitors can do with a joke. What opens there is loaded when it is first opened. */
export function FactMenu({ joke }: { joke: Joke }) {
  const [dialog, setDialog] = useState<Dialog>();
  const number = `fact no. ${joke.joke_id}`;
  const fail = () => window.alert(NOT_LOADED);
  const open = (loading: Promise<Dialog>) => {
    loading.then(setDialog, fail);
  };
  return (
    <>
      <Menu
        label={`More about ${number}`}
        items={[
          {
            label: 'Save card',
            onSelect: () => {
              import('./share-card.ts').then((module) => module.saveCard(joke.joke_id)).catch(fail);
            },
          },
          { label: 'Embed', onSelect: () => open(import('./embed/embed-dialog.tsx')) },
          { label: 'Report', onSelect: () => open(import('./report/report-dialog.tsx')) },
        ]}
      />
      {dialog && <dialog.default joke={joke} onClose={() => setDialog(undefined)} />}
    </>
  );
}
