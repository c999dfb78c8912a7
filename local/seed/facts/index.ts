import { animals } from './animals.ts';
import { computers } from './computers.ts';
import { garden } from './garden.ts';
import { kitchen } from './kitchen.ts';
import { library } from './library.ts';
import { mathematics } from './mathematics.ts';
import { mornings } from './mornings.ts';
import { music } from './music.ts';
import { notices } from './notices.ts';
import { office } from './office.ts';
import { parties } from './parties.ts';
import { physics } from './physics.ts';
import { school } from './school.ts';
import { sea } from './sea.ts';
import { space } from './space.ts';
import { sports } from './sports.ts';
import { time } from './time.ts';
import { town } from './town.ts';
import { travel } from './travel.ts';
import { weather } from './weather.ts';

export { favorites } from './favorites.ts';
export { modern } from './modern.ts';
export { pending, rejected } from './moderation.ts';

/** Approved facts that can have any date since 2005, by theme. */
export const timeless: readonly string[] = [
  animals,
  computers,
  garden,
  kitchen,
  library,
  mathematics,
  mornings,
  music,
  notices,
  office,
  parties,
  physics,
  school,
  sea,
  space,
  sports,
  time,
  town,
  travel,
  weather,
].flat();
