import { expect, test } from 'vitest';
import { statusLook } from './labels.tsx';

test.each([
  ['approved', 'Approved', 'good'],
  ['pending', 'Pending', 'waiting'],
  ['rejected', 'Rejected', 'bad'],
  ['active?', 'Unknown', 'neutral'],
  ['', 'Unknown', 'neutral'],
])('the status %j is shown as %s, %s', (status, label, tone) => {
  expect(statusLook(status)).toEqual({ label, tone });
});
