import { createContext, use, type ComponentProps, type ReactNode } from 'react';
import { Head } from './head.tsx';

/** Where the server's renderer learns whether the page exists; null in the browser. */
export const RenderReport = createContext<{ found: boolean } | null>(null);

interface ScreenProps extends Pick<ComponentProps<typeof Head>, 'description' | 'path'> {
  title: string;
  /** True if the screen says that there is no such page, which the server sends with status 404. */
  missing?: boolean;
  children?: ReactNode;
}

/** A screen with a heading that is also the document's title. */
export function Screen({ title, missing = false, children, ...metadata }: ScreenProps) {
  const report = use(RenderReport);
  if (missing && report) report.found = false;
  return (
    <div className="screen">
      <Head title={title} {...metadata} />
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  );
}
