import { describe, expect, test } from 'vitest';
import { useBucket } from '../testing/use-bucket.ts';

const running = useBucket();

describe('preconditions', () => {
  test.each([false, true])(
    'of ten writers that create an object exactly one succeeds (resumable: %s)',
    async (resumable) => {
      const results = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) =>
          running.bucket.file('new').save(String(index), {
            resumable,
            preconditionOpts: { ifGenerationMatch: 0 },
          }),
        ),
      );
      const winners = results.flatMap(({ status }, index) => (status === 'fulfilled' ? index : []));
      expect(winners).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 412 });
      }
      expect(String((await running.bucket.file('new').download())[0])).toBe(String(winners[0]));
    },
  );

  test('an old generation refuses a write, a change and a deletion', async () => {
    const file = running.bucket.file('a');
    await file.save('1', { resumable: false });
    const generation = Number((await file.getMetadata())[0].generation);
    await file.save('2', { resumable: false });
    const late = { ifGenerationMatch: generation };
    const refused = { code: 412 };
    await expect(
      file.save('3', { resumable: false, preconditionOpts: late }),
    ).rejects.toMatchObject(refused);
    await expect(file.setMetadata({ cacheControl: 'x' }, late)).rejects.toMatchObject(refused);
    await expect(file.delete(late)).rejects.toMatchObject(refused);
    expect(String((await file.download())[0])).toBe('2');
  });

  test('an old metageneration refuses a change', async () => {
    const file = running.bucket.file('a');
    await file.save('1', { resumable: false });
    await file.setMetadata({ cacheControl: 'x' }, { ifMetagenerationMatch: 1 });
    const late = file.setMetadata({ cacheControl: 'y' }, { ifMetagenerationMatch: 1 });
    await expect(late).rejects.toMatchObject({ code: 412 });
  });
});
