import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

const TABS = ['google', 'admin'] as const;
const LABELS = { google: 'Google Login', admin: 'Admin Login' } as const;
type LoginTab = (typeof TABS)[number];

const STEPS = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
]);

/** Both logins as tabs. Text typed into one stays while the other is shown. */
export function LoginTabs({ google, admin }: Record<LoginTab, ReactNode>) {
  const [chosen, choose] = useState<LoginTab>('google');
  const list = useRef<HTMLDivElement>(null);
  const panels = { google, admin };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key);
    if (step === undefined) return;
    const next = TABS[(TABS.indexOf(chosen) + step + TABS.length) % TABS.length] ?? chosen;
    choose(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };

  return (
    <>
      <div
        className="session-tabs"
        role="tablist"
        aria-label="Login method"
        ref={list}
        onKeyDown={onKeyDown}
      >
        {TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`tab-${tab}`}
            aria-selected={tab === chosen}
            aria-controls={`panel-${tab}`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => choose(tab)}
          >
            {LABELS[tab]}
          </button>
        ))}
      </div>
      {TABS.map((tab) => (
        <div
          key={tab}
          role="tabpanel"
          id={`panel-${tab}`}
          aria-labelledby={`tab-${tab}`}
          hidden={tab !== chosen}
        >
          {panels[tab]}
        </div>
      ))}
    </>
  );
}
