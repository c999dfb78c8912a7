import type { Tag } from '../../domain/index.ts';
import type { SeededRandom } from './seeded-random.ts';
import { around, bothSides, place, repeat, star } from './shapes.ts';

/**
 * Draws a thing in about 580 × 600 pixels around 0,0; what stands, stands on y = 300. Classes name the ink:
 * `main` fills a shape, `main-line` draws its outline.
 */
type Motif = (random: SeededRandom) => string;

/** Each in a circle of 100 pixels around 0,0. */
const EMBLEMS = [
  star('class="accent"', 0, 0, 100),
  `<circle class="accent-line" r="92" stroke-width="16"/>${star('class="accent"', 0, 0, 78)}`,
  '<path class="accent-line" stroke-width="36" d="M-58 92Q-116-80 0-80T58 92"/><path class="cut-line" stroke-width="10" stroke-dasharray="1 27" d="M-62 62Q-104-76 0-80T62 62"/>',
] as const;

const GLOVE = `<path class="accent" d="M-120 140C-190 80-214-40-180-140C-140-260 10-300 120-254C240-200 260-60 220 20C190 80 164 100 160 140Z"/>
  <path class="accent main-line" stroke-width="22" d="M-110 110C-190 110-268 20-250-76C-240-130-180-150-150-106C-120-60-70-90-50-40C-20 40-50 104-110 110"/>
  <path class="main" d="M-136 152H176L186 286Q14 306-152 286Z"/>
  <path class="cut-line" stroke-width="20" d="M-146 220Q14 236 182 220M20-214Q130-210 174-126"/>`;

const skull: Motif = () =>
  `<path class="main" d="M-92-150Q0-196 92-150Q120-70 82 6L64 128Q72 190 52 240Q0 288-52 240Q-72 190-64 128L-82 6Q-120-70-92-150Z"/>
  ${bothSides('<path class="main" d="M56-128C140-108 206-118 226-250C304-178 296-40 76-52Z"/><path class="cut" d="M30-20Q40-60 76-54Q74-20 30-20ZM14 150Q38 168 34 212Q12 204 14 150Z"/>')}${star('class="accent"', 0, -108, 40)}`;
const coyote: Motif = () =>
  `<path class="main" d="M164-304L132-226L192-252Q164-186 114-150Q140 0 122 120L126 258Q156 266 162 300H62L48 164Q20 196 36 258Q62 268 66 300H-112C-214 300-236 236-290 172C-224 212-206 196-178 214C-184 120-130 20-46-66Q-10-110-8-168L-56-246Q6-252 46-228Q104-246 142-308Z"/>
  <path class="cut" d="M52-190l32-16-8 24Z"/>`;

const terminal: Motif = (random) =>
  `<path class="main" d="M-90 90H90L110 168H-110ZM-214 190H214L268 300H-268Z"/><rect class="main" x="-236" y="-262" width="472" height="368" rx="44"/>
  <rect class="cut" x="-192" y="-220" width="384" height="270" rx="36"/><rect class="accent" x="140" y="68" width="52" height="18" rx="9"/>
  <path class="cut-line" stroke-width="15" stroke-dasharray="34 16" d="M-184 222H184M-204 252H204M-80 280H80"/>
  ${place(random.pick(EMBLEMS), 0, -84, 1.06)}`;
const telephone: Motif = () =>
  `<path class="main" d="M-120-62V-120H-74V-62H74V-120H120V-62Q190 40 236 236V300H-236V236Q-190 40-120-62Z"/>
  <path class="main" d="M-276-96C-300-250-160-262 0-262S300-250 276-96L262-82H158L146-96V-156Q0-190-146-156V-96L-158-82H-262Z"/>
  <circle class="cut" cy="112" r="128"/>
  ${place(around(10, '<circle class="main" cx="92" r="21"/>') + star('class="accent"', 0, 0, 50), 0, 112)}`;

const cup: Motif = (random) =>
  `<path class="main-line" stroke-width="42" d="M110-10H186Q232-10 232 50T170 132L110 144"/>
  <path class="main" d="M-190-66H130V150Q130 262 20 262H-80Q-190 262-190 150ZM-270 250H210L160 300H-220Z"/>
  ${repeat(3, (index) => place('<path class="accent-line" stroke-width="26" d="M0 0C-54-50 46-90-6-150"/>', index * 90 - 116, -104 - (index % 2) * 26))}
  ${place(random.pick(EMBLEMS), -30, 90, 0.86)}`;
const alarmClock: Motif = (random) =>
  `${bothSides('<path class="main" d="M52-196A92 92 0 0 1 214-108Z"/><path class="main-line" stroke-width="40" d="M128 190L180 280"/>')}<path class="main-line" stroke-width="26" d="M0-190V-258M-34-262H34"/>
  <circle class="main" cy="58" r="216"/><circle class="cut" cy="58" r="166"/>
  ${place(around(12, '<path class="main-line" stroke-width="14" d="M0-144V-126"/>'), 0, 58)}
  ${place('<path class="main-line" stroke-width="24" d="M0 0V-74"/>', 0, 58, 1, random.between(0, 360))}
  ${place('<path class="accent-line" stroke-width="18" d="M0 28V-108"/><circle class="accent" r="22"/>', 0, 58, 1, random.between(0, 360))}`;
const pickup: Motif = (random) =>
  `<path class="main" d="M-290 50V180Q-290 204-266 204H270Q290 204 290 180V100Q288 60 240 52L176 46L128-72Q118-96 90-96H-20V42H-276Z"/>
  <path class="cut" d="M16-62H84Q94-62 98-54L138 40H16Z"/>${star('class="accent"', -48, 124, 50)}
  ${repeat(2, (index) => place('<circle class="main" r="90"/><circle class="cut" r="48"/><circle class="accent" r="22"/>', index * 346 - 170, 210))}
  ${random.pick(['<path class="main" d="M-260 50V-60H-90V50Z"/><path class="cut-line" stroke-width="12" d="M-236-6H-114"/>', '<path class="accent" d="M-268 42Q-150-120-36 42Z"/>'])}`;
const mailbox: Motif = (random) =>
  `<path class="main" d="M-26 110H26V300H-26ZM-260 120V-70Q-260-190-150-190H150Q260-190 260-70V120Z"/><path class="accent" d="M116-30V-284H226V-210H150V-30Z"/>
  <path class="cut-line" stroke-width="14" d="M-40 120V-70Q-40-170-120-190M-192-10H-116"/>
  ${place(random.pick(EMBLEMS), 54, 20, 0.6)}`;

const skillet: Motif = (random) =>
  `<path class="main" d="M60-60L242-242A36 36 0 0 1 294-190L112-8Z"/><circle class="main" cx="-50" cy="60" r="228"/>
  <circle class="black white-line" stroke-width="8" cx="-50" cy="60" r="192"/>
  ${place('<path class="white" d="M-20-120C60-150 120-90 110-30S150 110 50 120S-60 90-110 80S-130-10-90-40S-80-98-20-120Z"/><circle class="accent" r="56"/>', -50, 60, 1, random.between(0, 360))}`;
const CHILI = `<path class="accent" d="M-60-150C-10-190 60-180 76-120C100 20 20 190-170 250C-60 150-100 20-90-90Q-86-130-60-150Z"/>
  <path class="main" d="M-92-96Q-90-172-16-184Q66-186 84-112Q40-146 6-112Q-40-142-92-96Z"/>
  <path class="main-line" stroke-width="30" d="M0-176Q-2-240 50-270"/><path class="cut-line" stroke-width="16" d="M36-60Q34 20-14 90"/>`;
const chilies: Motif = (random) =>
  `${place(CHILI, 100, 10, 0.98, -random.between(26, 36))}${place(CHILI, -56, 14, 1.04, random.between(6, 14))}`;

const hourglass: Motif = () =>
  `<path class="cut" d="M-160-230H160Q160-70 26 10Q160 90 160 250H-160Q-160 90-26 10Q-160-70-160-230Z"/>
  <path class="accent" d="M-136-100H136Q96-40 0 14Q-96-40-136-100ZM-6 0H6V120Q90 170 128 250H-128Q-90 170-6 120Z"/>
  ${bothSides('<path class="main-line" stroke-width="24" d="M160-230Q160-70 26 10Q160 90 160 250M200-250V260"/>')}
  <path class="main" d="M-220-286H220V-226H-220ZM-220 240H220V300H-220Z"/>`;
const fort: Motif = () =>
  `<path class="main" d="M-290 300V-20H-156V-70Q-150-112-104-112Q-90-180 0-180T104-112Q150-112 156-70V-20H290V300Z"/>
  <path class="cut" d="M-52 300V140Q-52 84 0 84T52 140V300Z"/>
  ${bothSides('<path class="cut" d="M196 60H246V130H196ZM92 84H124V160Q108 140 92 160Z"/><path class="cut-line" stroke-width="12" d="M80 30H260"/>')}
  <path class="main-line" stroke-width="16" d="M0-170V-300"/><path class="accent" d="M8-300Q60-326 110-300T210-300V-226Q160-200 110-226T8-226Z"/>
  ${star('class="accent"', 0, -50, 66)}`;

const COIN = `<rect class="main" x="-96" width="192" height="50" rx="12"/>
  <path class="cut-line" stroke-width="24" style="stroke-linecap:butt" stroke-dasharray="8 16" d="M-76 25H76"/>`;
const coins: Motif = (random) => {
  const stack = (x: number, count: number) =>
    repeat(count, (index) => place(COIN, x + random.between(-9, 9), 250 - index * 55));
  return `${stack(-186, random.pick([3, 4]))}${stack(14, random.pick([5, 6, 7]))}${stack(206, random.pick([2, 3]))}
  ${place(`<circle class="main" r="122"/><circle class="accent" r="98"/>${star('class="main"', 0, 4, 78)}`, -186, -100)}`;
};
const safe: Motif = (random) =>
  `<path class="main" d="M-264-246Q-264-270-240-270H240Q264-270 264-246V252Q264 276 240 276H236V300H150V276H-150V300H-236V276H-240Q-264 276-264 252Z"/>
  <rect class="cut-line" stroke-width="14" x="-212" y="-218" width="424" height="440" rx="16"/><path class="cut" d="M-248-150H-212V-70H-248ZM-248 70H-212V150H-248Z"/>
  ${place(`<circle class="accent" r="112"/><circle class="main" r="76"/>${around(5, '<path class="accent-line" stroke-width="26" d="M0 0V-144"/>')}<circle class="accent" r="34"/>`, 20, 0, 1, random.between(0, 72))}`;

const GUITAR = `<path class="main" d="M-26-90V-300H-44V-400H44V-300H26V-90C100-110 146-60 128-6C118 30 126 44 156 84C206 166 150 274 0 274S-206 166-156 84C-126 44-118 30-128-6C-146-60-100-110-26-90Z"/>
  ${bothSides('<path class="main-line" stroke-width="18" d="M44-382H70M44-350H70M44-318H70"/>')}
  <circle class="cut" cy="36" r="54"/><circle class="accent-line" stroke-width="14" cy="36" r="72"/><path class="accent" d="M-90 172H90V204H-90Z"/>
  <path class="cut-line" stroke-width="6" d="M-15-370V184M0-370V184M15-370V184"/>`;
const guitar: Motif = (random) => place(GUITAR, -24, 40, 0.94, random.between(16, 30));
const BAR = `<rect class="main" width="540" height="86" rx="12"/>
  <path class="cut" d="M20 12h66l-40 62H16Q12 74 12 70ZM158 12h66l-40 62h-66ZM296 12h66l-40 62h-66ZM434 12h66l-40 62h-66Z"/>`;
const clapboard: Motif = (random) =>
  `<rect class="main" x="-270" y="-70" width="540" height="370" rx="20"/>${place(BAR, -270, -104)}
  ${place(`<g transform="translate(0 -86)">${BAR}</g>`, -270, -106, 1, -random.between(14, 22))}
  ${place(random.pick(EMBLEMS), 0, 146, 1.1)}`;

const book = (ink: string, x: number, y: number) =>
  `<rect class="${ink}" x="${x - 240}" y="${y}" width="480" height="82" rx="12"/><path class="cut" d="M${x - 190} ${y}h22v82h-22ZM${x + 168} ${y}h22v82h-22Z"/>`;
const books: Motif = (random) =>
  `${book('main', 0, 218)}${book('accent', random.between(-40, 40), 136)}${book('main', random.between(-20, 20), 54)}
  <path class="accent" d="M-10-168C70-226 166-172 152-70C140 10 80 70 40 54Q-10 40-60 54C-100 70-160 10-172-70C-186-172-90-226-10-168Z"/>
  <path class="main" d="M8-200Q30-280 130-262Q110-190 8-200Z"/><path class="main-line" stroke-width="22" d="M-10-160Q-14-210 14-252"/>
  <path class="cut-line" stroke-width="18" d="M-124-60Q-124-116-84-134"/>`;
const blackboard: Motif = (random) =>
  `<path class="main-line" stroke-width="28" d="M-110 120L-200 300M110 120L200 300M0-290V-240"/>
  <rect class="accent" x="-284" y="-262" width="568" height="420" rx="16"/><rect class="black" x="-250" y="-228" width="500" height="352"/>
  ${random.pick([star('class="white"', -106, -48, 112), '<path class="white-line" stroke-width="18" d="M-198-52a92 92 0 1 0 184 0a92 92 0 1 0-184 0M-106-52L-40-118"/>'])}
  <path class="white-line" stroke-width="18" d="M50 40L126-140L202 40Z"/><path class="main" d="M-210 158H210V184H-210Z"/><path class="white" d="M60 138h84v20H60Z"/>`;

const PLANET = `<circle class="main" r="176"/>
  <path class="cut" d="M-172-40Q0-4 172-40L166-64Q0-30-166-64ZM-150 92Q0 128 150 92L134 114Q0 146-134 114Z"/>
  <path class="accent-line" stroke-width="38" d="M-168-52C-420 60-250 90 0 70S440-60 168-52"/>`;
const planet: Motif = (random) =>
  `${place(PLANET, 0, 0, 1.02, -random.between(8, 26))}<circle class="accent" cx="190" cy="-236" r="32"/>
  ${star('class="main"', -210, -200, 40)}${star('class="main"', 236, 190, 30)}`;
const flask: Motif = (random) =>
  `<path class="cut" d="M-62-250H62V-90L252 300H-252L-62-90Z"/><path class="accent" d="M-120 20H120L240 290H-240Z"/>
  <path class="main-line" stroke-width="30" d="M-62-250V-90L-244 262Q-250 284-226 284H226Q250 284 244 262L62-90V-250M-88-262H88"/>
  ${repeat(3, (index) => `<circle class="cut" cx="${index * 70 - random.between(50, 90)}" cy="${random.between(90, 220)}" r="${36 - index * 9}"/>`)}`;
const storm: Motif = (random) =>
  `${place('<path class="accent" d="M40 20L-96 170H-16L-70 300L120 110H36L104 20Z"/>', random.between(-60, 60), 0)}
  <path class="main" d="M-180 70C-300 70-310-90-196-110C-200-250-20-290 40-190C120-240 220-180 200-96C310-90 300 70 190 70Z"/>
  <path class="main-line" stroke-width="22" d="M-190 120L-220 190M-120 120L-170 240M190 120L160 190M250 120L200 240"/>`;

const glove: Motif = () => place(GLOVE, 10, 20, 1.06);
const PLATES =
  '<rect class="main" x="-30" y="-190" width="76" height="380" rx="26"/><rect class="accent" x="56" y="-140" width="60" height="280" rx="22"/><rect class="main" x="110" y="-26" width="50" height="52" rx="12"/>';
const barbell: Motif = (random) => {
  const bend = random.between(24, 40);
  return `<path class="main-line" stroke-width="42" d="M-150 40Q0-${bend * 4} 150 40"/>${bothSides(place(PLATES, 140, 30, 1, bend * 0.8))}`;
};

const cactus: Motif = (random) =>
  `<path class="main" d="M-54 300V-160H54V300Z"/><path class="main-line" stroke-width="70" d="M0 170H-160V30M0 130H164V-20"/>
  <path class="cut-line" stroke-width="10" stroke-dasharray="22 24" d="M-18-70V290M18-54V290M-160 40V130M164-10V90"/>
  ${place('<path class="accent" d="M-170 20C-160-120-120-200-70-190Q0-150 70-190C120-200 160-120 170 20ZM-330-40C-300 60-140 80 0 80S300 60 330-40C340 90 180 130 0 130S-340 90-330-40Z"/><path class="main" d="M-168-20Q0 30 168-20L172 30Q0 80-172 30Z"/>', 0, -196, 0.72, random.between(-10, 10))}`;
const boot: Motif = () =>
  `<path class="main" d="M-132-290Q-70-226-10-226T112-290L92-70Q86 10 150 62Q262 96 284 160Q296 214 262 244H44L-10 222Q-36 208-58 212L-66 300H-150Q-166 180-146 60Q-126-40-134-140Z"/>
  <path class="accent" d="M44 250H262Q240 276 210 276H36L-14 252-12 230Z"/><path class="main-line" stroke-width="22" d="M-130 150H-214"/>
  <path class="cut-line" stroke-width="14" d="M-106-200Q-60-160-10-160T86-200M-106 116Q-20 40 62 116"/>
  ${star('class="accent"', -20, -54, 74)}${star('class="accent"', -226, 150, 62)}`;
const ranger: Motif = () =>
  `<circle class="main-line" stroke-width="40" r="216"/>${around(5, '<circle class="main" cy="-236" r="38"/>')}
  ${star('class="main"', 0, 0, 250)}${star('class="accent"', 0, 0, 160)}`;

const card = (sign: string) =>
  `<rect class="main" x="-130" y="-490" width="260" height="400" rx="30"/><rect class="cut" x="-112" y="-472" width="224" height="364" rx="16"/>
  ${place(sign, 0, -290, 1.1)}${place(sign, -78, -430, 0.32)}${place(sign, 78, -150, 0.32, 180)}`;
const cards: Motif = (random) => {
  const spread = random.between(27, 33);
  return `${place(card('<path class="accent" d="M0-90L70 0L0 90L-70 0Z"/>'), 0, 300, 1, -spread)}
  ${place(card('<path class="accent" d="M0 90C-40 30-86 10-86-34A44 44 0 0 1 0-50A44 44 0 0 1 86-34C86 10 40 30 0 90Z"/>'), 0, 300, 1, spread)}
  ${place(card('<path class="main" d="M0-90C-30-40-86-16-86 28A42 42 0 0 0-12 46L-30 92H30L12 46A42 42 0 0 0 86 28C86-16 30-40 0-90Z"/>'), 0, 290)}`;
};
const jackInTheBox: Motif = (random) =>
  `<path class="main-line" stroke-width="26" d="M-84 110L84 74L-84 38L84 2L-84-34L70-64"/>${place(GLOVE, 6, -166, 0.6, random.between(-20, 20))}
  <path class="accent" d="M-176 116L-282 14L-248-18L-120 116Z"/><rect class="main" x="-196" y="104" width="392" height="196" rx="14"/>
  <path class="cut-line" stroke-width="12" d="M-168 132H168V272H-168Z"/>${star('class="accent"', 0, 206, 56)}`;
const speech: Motif = () =>
  `<path class="main" d="M-230-270H180Q240-270 240-210V-20Q240 40 180 40H-40L-150 140L-140 40H-230Q-290 40-290-20V-210Q-290-270-230-270Z"/>
  <path class="accent" d="M60 80H250Q290 80 290 120V220Q290 260 250 260H240L250 320L170 260H60Q20 260 20 220V120Q20 80 60 80Z"/>
  ${star('class="cut"', -25, -110, 118)}${repeat(3, (index) => `<circle class="cut" cx="${index * 70 + 86}" cy="170" r="20"/>`)}`;

/** The things that stand for each tag. */
export const MOTIFS: Record<Tag, readonly [Motif, ...Motif[]]> = {
  animals: [skull, coyote],
  computers: [terminal, telephone],
  'everyday-life': [cup, alarmClock, pickup, mailbox],
  food: [skillet, chilies],
  history: [hourglass, fort],
  money: [coins, safe],
  movies: [guitar, clapboard],
  school: [books, blackboard],
  science: [planet, flask, storm],
  sports: [glove, barbell],
  texas: [cactus, boot, ranger],
  wordplay: [cards, jackInTheBox, speech],
};
