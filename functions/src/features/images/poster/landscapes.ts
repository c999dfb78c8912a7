import {
  badge,
  cactus,
  circle,
  colors,
  mesas,
  rect,
  SIDE,
  star,
  type DrawScene,
  type Scene,
} from './scene.ts';

const OPEN_SKY = { x: 84, y: 84, width: SIDE - 168, height: 616 } as const;

function underTheSky(drawing: string, color: string): Scene {
  return {
    drawing,
    text: { box: OPEN_SKY, color },
    mark: { x: SIDE / 2, baseline: 972, color },
  };
}

/** A clear night in the desert, with the moon behind the hills. */
export const night: DrawScene = (random) => {
  const sky = random.pick(['#15110e', '#12161f', '#1b1220']);
  const stars = Array.from({ length: 90 }, () => {
    const [x, y] = [random.between(0, SIDE), random.between(0, 780)];
    return circle(x, y, random.between(0.8, 2.4), '#8d7f68');
  });
  const moon = random.between(190, SIDE - 190);
  const drawing = [
    rect(0, 0, SIDE, SIDE, sky),
    ...stars,
    star(random.between(50, 974), 44, 15, colors.brassBright),
    circle(moon, 812, 84, colors.brassBright),
    mesas(random, 846, 74, '#33241a'),
    mesas(random, 906, 54, '#0a0807'),
    cactus(random.pick([110, 914]), 930, 150, '#0a0807'),
  ];
  return underTheSky(drawing.join(''), '#f3e9d6');
};

/** A sunset in flat bands of color. */
export const sunset: DrawScene = (random) => {
  const bands = ['#5a1710', '#6a1c13', '#7c2217', '#932c1c', '#a93c1f', '#c9602a', '#dd8433'];
  const tops = [0, 250, 450, 610, 730, 772, 808];
  const sun = random.between(220, SIDE - 220);
  const drawing = [
    rect(0, 0, SIDE, SIDE, '#8a2f1c'),
    ...bands.map((fill, index) => rect(0, tops[index] ?? 0, SIDE, SIDE, fill)),
    circle(sun, 858, 104, '#f4c35a'),
    mesas(random, 872, 80, '#7a2618'),
    mesas(random, 920, 50, '#2a110c'),
    cactus(random.pick([100, 924]), 936, 180, '#2a110c'),
  ];
  return underTheSky(drawing.join(''), '#fff3dc');
};

/** Rays from behind a badge, as at a fairground. */
export const rays: DrawScene = (random) => {
  const [dark, light] = random.pick([
    ['#8f241a', '#9e2a1f'],
    ['#14302f', '#1a3b39'],
    ['#4a3109', '#573a0c'],
  ]);
  const turn = random.between(0, 1);
  const count = 18;
  const wedges = Array.from({ length: count }, (_, index) => {
    const corner = (step: number) => {
      const angle = ((2 * Math.PI) / count) * (index + turn + step);
      return `${(SIDE / 2 + 1_500 * Math.cos(angle)).toFixed(1)},${(880 + 1_500 * Math.sin(angle)).toFixed(1)}`;
    };
    return `<polygon points="512,880 ${corner(0)} ${corner(0.5)}" fill="${light}"/>`;
  });
  const drawing = [
    rect(0, 0, SIDE, SIDE, dark),
    ...wedges,
    circle(SIDE / 2, 866, 84, dark),
    badge(SIDE / 2, 866, 64, colors.brassBright),
  ];
  return {
    drawing: drawing.join(''),
    text: { box: { x: 80, y: 76, width: SIDE - 160, height: 676 }, color: '#fff3dc' },
    mark: { x: SIDE / 2, baseline: 988, color: '#fff3dc' },
  };
};
