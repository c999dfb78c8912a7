import { API_BASE_PATH, limits, type JokeWithNeighbors } from '../../contract/index.ts';
import { escapeMarkup, scriptJson } from './markup.ts';

function link(rel: 'prev' | 'next', id: number | null, label: string): string {
  return id === null ? '' : `<a rel="${rel}" href="/fact/${id}">${label}</a>`;
}

function votes(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'vote' : 'votes'}`;
}

/**
 * What stands in the body of a fact's page: the fact for whoever runs no scripts, and the API's
 * answer for the site, so that it need not ask.
 */
export function factBody(joke: JokeWithNeighbors): string {
  const { joke_id, joke_text, rating, num_votes, previous_id, next_id } = joke;
  const answer = { address: `${API_BASE_PATH}/jokes/${joke_id}`, body: joke };
  return `<noscript>
      <article>
        <h1>Fact no. ${joke_id}</h1>
        <p>${escapeMarkup(joke_text)}</p>
        <p>${rating.toFixed(1)}/${limits.ratingMax} (${votes(num_votes)})</p>
        <p>${link('prev', previous_id, 'Previous fact')} ${link('next', next_id, 'Next fact')}</p>
      </article>
    </noscript>
    <script type="application/json" id="first-answer">${scriptJson(answer)}</script>`;
}
