import { firefox } from './firefox.ts';
import { walkThrough } from './walk.ts';

walkThrough(firefox);
