import { feeds, PRODUCT_NAME } from 'functions/contract';
import type { ReactNode } from 'react';
import favicon from '../public/favicon.svg?inline';
import { PAGE_ANSWERS_ID, type PageAnswer } from './api/page-answers.ts';
import layout from './app/layout/layout.module.css';
import bar from './app/layout/top-bar.module.css';
import { scriptJson } from './ui/head.tsx';
import { FIRST_SCRIPT } from './first-script.ts';
import slab from './styles/fonts/slab.woff2';
import text from './styles/fonts/text.woff2';

/** In development, the application's script brings the styles of components. */
const { app, style } = import.meta.env.SITE_FILES ?? {
  app: '/src/main.tsx',
  style: '/src/styles/site.css',
};
export const SITE_STYLE = style;

const THEME_COLORS = { light: '#1d1712', dark: '#0d0a08' } as const;

/**
 * What the head of every page contains.
 * @param preloads paths of the scripts that the screen needs besides the application
 * @param fonts whether it has text, which needs the fonts at once
 */
export function SiteTags({ preloads, fonts }: { preloads: readonly string[]; fonts: boolean }) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {Object.entries(THEME_COLORS).map(([scheme, color]) => (
        <meta
          key={scheme}
          name="theme-color"
          content={color}
          media={`(prefers-color-scheme: ${scheme})`}
          data-scheme={scheme}
        />
      ))}
      <script dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }} />
      {(fonts ? [slab, text] : []).map((font) => (
        <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
      ))}
      {Object.values(feeds).map(({ path, title }) => (
        <link key={path} rel="alternate" type="application/atom+xml" title={title} href={path} />
      ))}
      <link rel="icon" sizes="32x32" href="/icons/favicon-32.png" />
      <link rel="icon" type="image/svg+xml" href={favicon} />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
      <link rel="stylesheet" crossOrigin="" href={style} />
      {preloads.map((script) => (
        <link key={script} rel="modulepreload" crossOrigin="" href={script} />
      ))}
    </>
  );
}

interface DocumentProps {
  /** the markup of the head */
  head: string;
  /** The markup of #root, which the browser hydrates; empty if the browser renders it. */
  root: string;
  answers: readonly PageAnswer[];
  /** what follows #root */
  children?: ReactNode;
}

/** Says that the page could not start; start-notice.css shows it unless the first script runs. */
function StartNotice() {
  return (
    <div className="start-notice" role="alert" data-nosnippet="" hidden>
      <p>
        This page hasn’t finished loading. If reloading doesn’t help, update your browser or try
        another network.
      </p>
      <a className="button" href="">
        Reload
      </a>
    </div>
  );
}

/**
 * The document around #root. React writes #root on its own: `useId` counts from the element that is
 * rendered, which is #root in the browser.
 */
export function Document({ head, root, answers, children }: DocumentProps) {
  return (
    <html lang="en" data-app={app}>
      <head dangerouslySetInnerHTML={{ __html: head }} />
      <body>
        <div id="root" dangerouslySetInnerHTML={{ __html: root }} />
        {children}
        <StartNotice />
        <script
          type="application/json"
          id={PAGE_ANSWERS_ID}
          dangerouslySetInnerHTML={{ __html: scriptJson(answers) }}
        />
      </body>
    </html>
  );
}

/** What the login and admin screens show without JavaScript. */
export function NeedsScript() {
  return (
    <noscript>
      <header className={bar.bar}>
        <div className={bar.content}>
          <a className={bar.logo} href="/">
            {PRODUCT_NAME}
          </a>
        </div>
      </header>
      <div className={layout.main}>
        <div className="screen">
          <h1>This Page Needs JavaScript</h1>
          <p className="no-script">
            Signing in and approving facts need JavaScript, and it is off in this browser. Reading
            the facts needs nothing but nerve.
          </p>
          <a className="button" href="/">
            Back to the facts
          </a>
        </div>
      </div>
    </noscript>
  );
}
