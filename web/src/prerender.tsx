import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';

/**
 * Draws a page as it stands before anything is known of its reader.
 * @param path such as `/about`
 * @returns the markup that goes into `#root`
 */
export async function prerenderPage(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
    // Parts that come late would be moved into place by inline scripts, which the policy forbids.
    { progressiveChunkSize: Infinity },
  );
  return new Response(prelude).text();
}
