import { configureGlobal } from 'fast-check';

// npm test draws the same inputs in each run, so that it is never red by chance; npm run test:deep draws new ones.
const seed = process.env['TEST_SEED'];
configureGlobal({ seed: seed === undefined ? 1 : Number(seed) });
