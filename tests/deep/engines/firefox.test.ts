import { firefox } from '../../support/engines/firefox.ts';
import { walkThrough } from '../../support/engines/walk.ts';

walkThrough(firefox);
