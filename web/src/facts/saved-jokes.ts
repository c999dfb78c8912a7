import type { Joke, JokeList, JokeWithNeighbors, RelatedJokes } from 'functions/contract';
import { LISTS_CACHE } from '../api/caches.ts';

/** The jokes in the responses that this browser has saved; none if it blocks storage. */
export async function savedJokes(): Promise<Joke[]> {
  try {
    const saved = await (await caches.open(LISTS_CACHE)).matchAll();
    const answers: (JokeList | RelatedJokes | JokeWithNeighbors)[] = await Promise.all(
      saved.map((response) => response.json()),
    );
    return answers.flatMap((answer) => {
      if ('jokes' in answer) return answer.jokes;
      return 'similar' in answer ? answer.similar : answer;
    });
  } catch {
    return [];
  }
}
