import { type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps<T extends string> {
  /** a prefix for the ids of its elements, unique in the page */
  id: string;
  label: string;
  tabs: readonly { name: T; title: string; panel: ReactNode }[];
  chosen: T;
  choose: (name: T) => void;
}

/**
 * Shows one of several panels; without scripts, all. Arrow keys, Home and End choose. Text typed into a panel
 * stays while another is shown.
 */
export function Tabs<T extends string>({ id, label, tabs, chosen, choose }: TabsProps<T>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ name }) => name === chosen);
    const next = new Map([
      ['ArrowLeft', index - 1],
      ['ArrowRight', (index + 1) % tabs.length],
      ['Home', 0],
      ['End', -1],
    ]).get(event.key);
    const tab = next === undefined ? undefined : tabs.at(next);
    if (!tab) return;
    event.preventDefault();
    choose(tab.name);
    document.getElementById(`${id}-tab-${tab.name}`)?.focus();
  };
  return (
    <>
      <div className={`${styles.tabs} row`} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel-${name}`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ name, panel }) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-panel-${name}`}
          aria-labelledby={`${id}-tab-${name}`}
          hidden={name !== chosen}
        >
          {panel}
        </div>
      ))}
    </>
  );
}
