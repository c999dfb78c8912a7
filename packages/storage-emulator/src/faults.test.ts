import { describe, expect, test } from 'vitest';
import { openBucket } from '../testing/open-bucket.ts';
import { useBucket } from '../testing/use-bucket.ts';

const running = useBucket();

describe('faults', () => {
  test('before the effect nothing has happened, after it everything has', async () => {
    running.emulator.inject({ operation: 'objects.insert', status: 503, when: 'before' });
    const file = running.bucket.file('a');
    await expect(file.save('x', { resumable: false })).rejects.toMatchObject({ code: 503 });
    expect(await file.exists()).toEqual([false]);
    running.emulator.inject({ operation: 'objects.insert', status: 503, when: 'after' });
    await expect(file.save('x', { resumable: false })).rejects.toMatchObject({ code: 503 });
    expect(await file.exists()).toEqual([true]);
  });

  test('apply to the named call, once', async () => {
    running.emulator.inject({ operation: 'objects.get', call: 2, status: 500, when: 'before' });
    const file = running.bucket.file('a');
    await file.save('x', { resumable: false });
    await file.getMetadata();
    await expect(file.getMetadata()).rejects.toMatchObject({ code: 500 });
    await file.getMetadata();
    expect(
      running.emulator.records().map(({ operation, status }) => `${operation} ${status}`),
    ).toEqual(['objects.insert 200', 'objects.get 200', 'objects.get 500', 'objects.get 200']);
  });

  test('do not apply once cleared', async () => {
    running.emulator.inject({ operation: 'objects.list', status: 500, when: 'before' });
    running.emulator.clearFaults();
    expect(await running.namesOf()).toEqual([]);
  });

  test("the SDK's own retry gets past one", async () => {
    const { bucket: retrying } = openBucket(running.emulator.host, true);
    running.emulator.inject({ operation: 'objects.get', status: 503, when: 'before' });
    await running.bucket.file('a').save('x', { resumable: false });
    expect(await retrying.file('a').exists()).toEqual([true]);
  });
});
