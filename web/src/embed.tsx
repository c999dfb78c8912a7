import { PRODUCT_NAME, type Joke } from 'functions/contract';
import { SITE_STYLE } from './document.tsx';
import { jokePath } from './paths.ts';
import { averageText, countText } from './ui/format.ts';
import { Icon } from './ui/icon.tsx';

interface EmbedProps {
  /** undefined if it can't be shown */
  joke: Joke | undefined;
  /** whether loading it failed; otherwise there is no such joke */
  failed: boolean;
  /** the site's origin, such as `https://facts.example` */
  origin: string;
}

/** The document of a joke in a frame of another site. It has no scripts, and its only link opens outside the frame. */
export function Embed({ joke, failed, origin }: EmbedProps) {
  let title = 'There is no such fact';
  let text = 'It may have been removed, or the address is misspelled.';
  if (joke) [title, text] = [`Fact no. ${joke.joke_id}`, joke.joke_text];
  else if (failed) {
    title = 'This fact can’t be shown right now';
    text = 'Please reload the page in a minute.';
  }
  const url = origin + (joke ? jokePath(joke.joke_id) : '/');
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        {joke && <link rel="canonical" href={url} />}
        <link rel="stylesheet" href={SITE_STYLE} />
        <title>{`${title} | ${PRODUCT_NAME}`}</title>
      </head>
      <body className="embed">
        <h1>{title}</h1>
        <main className="joke-text" dir="auto">
          {text}
        </main>
        <footer>
          <a href={url} target="_blank" rel="noopener">
            <Icon name="star" filled={1} />
            {PRODUCT_NAME}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
          {joke && <p>{`${averageText(joke.rating)} · ${countText(joke.num_votes, 'vote')}`}</p>}
        </footer>
      </body>
    </html>
  );
}
