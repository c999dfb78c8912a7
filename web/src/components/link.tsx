import type { AnchorHTMLAttributes } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** a path of this site */
  to: string;
}

/** A link to a screen. A link to the current screen sets `aria-current`. */
export function Link({ to, ...anchor }: LinkProps) {
  const { pathname } = useLocation();
  return (
    <a
      aria-current={pathname === to ? 'page' : undefined}
      {...anchor}
      href={useHref(to)}
      onClick={useLinkClickHandler(to)}
    />
  );
}
