import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { jokeList } from '../../functions/src/contract/index.ts';
import { npmStart } from '../support/local/npm-start.ts';

test('npm start -- --official runs the site on Google’s emulator, says that nothing is kept, and stops both', async () => {
  const offset = 100 * randomInt(160, 200);
  await using site = npmStart(['--official'], offset);
  expect(await site.running()).toContain(
    "  Data     in the memory of Google's Firestore emulator, gone when it stops\n",
  );
  const firestore = `http://127.0.0.1:${8080 + offset}/`;
  // The embedded one does not speak HTTP/1.
  expect(await (await fetch(firestore)).text()).toBe('Ok\n');
  const page = await fetch(`${site.origin}/api/v1/jokes?page=2`);
  expect(jokeList.parse(await page.json()).jokes).toHaveLength(20);
  const vote = await fetch(`${site.origin}/api/v1/ratings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ joke_id: 1, rating_num: 4 }),
  });
  expect(vote.status).toBe(201);

  site.stop();
  expect(await site.ended()).toEqual({ code: 0, errors: '' });
  await expect(fetch(firestore)).rejects.toThrow('fetch failed');
});
