import { describe, test } from 'vitest';
import { play, useStage } from './probe.ts';
import { themes } from './themes.ts';

const stage = useStage();

for (const [theme, probes] of Object.entries(themes)) {
  describe(theme, () => {
    for (const [promise, probe] of Object.entries(probes)) {
      test(promise, async () => play(probe, stage));
    }
  });
}
