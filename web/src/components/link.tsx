import type { AnchorHTMLAttributes } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** an address of this site */
  to: string;
}

/** A link to another screen. One that leads to the screen it stands on says so (`aria-current`). */
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
