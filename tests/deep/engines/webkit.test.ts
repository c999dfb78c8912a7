import { webkit } from '../../support/engines/webkit.ts';
import { walkThrough } from '../../support/engines/walk.ts';

walkThrough(webkit);
