import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';

/**
 * Renders a page without any visitor's data.
 * @param path such as `/about`
 * @returns the markup for `#root`
 */
export async function prerenderPage(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
    // React would move late parts into place with inline scripts, which the policy forbids.
    { progressiveChunkSize: Infinity },
  );
  return new Response(prelude).text();
}
