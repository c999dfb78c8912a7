import type { ComponentProps, ReactNode } from 'react';
import { Head } from './head.tsx';

interface ScreenProps extends Pick<ComponentProps<typeof Head>, 'description' | 'path'> {
  title: string;
  children?: ReactNode;
}

/** A screen with a heading that is also the document's title. */
export function Screen({ title, children, ...metadata }: ScreenProps) {
  return (
    <div className="screen">
      <Head title={title} {...metadata} />
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  );
}
