import { beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_BEARER } from '../../support/api-site.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

const running = useApi(someJokes(20));

/** What the version before wrote. */
const EARLIER = { revision: 7, shelf_versions: [7], next_joke_id: 21, prior: 3.5 };
const joke_text = 'Chuck Norris reads every format.';

describe.each([
  ['an earlier format', EARLIER],
  ['format 2', { format: 2, epoch: 'none', next_joke_id: 21 }],
])('a database in %s', (format, root) => {
  const sentence = `The facts are stored in ${format}, and this version needs format 3; nothing was changed: see "Upgrading" in docs/operating.md.`;
  beforeEach(async () => {
    await running.api.context.db.doc('catalog/root').set(root);
    running.site.firestore.resetRecords();
  });

  test.each([
    ['GET', '/jokes'],
    ['POST', '/ratings', { joke_id: 5, rating_num: 5 }],
    ['POST', '/reports', { joke_id: 5, reason: 'duplicate' }],
    ['POST', '/jokes/submit', { joke_text }],
    ['POST', '/admin/approve/7'],
  ])(
    'answers %s %s with 503, says why in its log, and stays as it is',
    async (method, path, body?: object) => {
      const bearer = path.startsWith('/admin') ? { bearer: ADMIN_BEARER } : {};
      const { status, headers } = await running.api.request(path, { method, body, ...bearer });
      expect([status, headers.get('retry-after')]).toEqual([503, '60']);
      const errors = running.logged.filter(({ severity }) => severity === 'ERROR');
      expect(errors).toHaveLength(1);
      expect(errors[0]?.['stack_trace']).toContain(sentence);
      expect(running.site.firestore.totals().writes).toBe(0);
    },
  );
});
