import { badge, circle, colors, flecks, frame, rect, SIDE, star, type DrawScene } from './scene.ts';

/** Warm paper in a double frame, under a ranger's badge. */
export const paper: DrawScene = (random) => {
  const accent = random.pick([colors.brass, colors.red]);
  const corners = [72, SIDE - 72].flatMap((x) =>
    [72, SIDE - 72].map((y) => star(x, y, 15, accent)),
  );
  const drawing = [
    rect(0, 0, SIDE, SIDE, colors.paper),
    flecks(random, 260, colors.paperShade),
    frame(30, colors.ink, 9),
    frame(45, colors.ink, 2.5),
    ...corners,
    badge(SIDE / 2, 124, 52, accent),
    rect(112, 896, 800, 3, colors.ink),
  ];
  return {
    drawing: drawing.join(''),
    text: { box: { x: 96, y: 200, width: SIDE - 192, height: 652 }, color: colors.ink },
    mark: { x: SIDE / 2, baseline: 950, color: colors.ink },
  };
};

/** A printer's broadside: black bars above and below. */
export const broadside: DrawScene = (random) => {
  const stock = random.pick(['#f5eddd', '#ead9b6', '#efe0d0']);
  const row = [-2, -1, 0, 1, 2].map((place) =>
    star(SIDE / 2 + place * 96, 62, place === 0 ? 34 : 20, colors.brassBright),
  );
  const drawing = [
    rect(0, 0, SIDE, SIDE, stock),
    flecks(random, 320, '#00000014'),
    rect(0, 0, SIDE, 122, colors.ink),
    rect(0, 134, SIDE, 6, colors.red),
    ...row,
    rect(0, SIDE - 118, SIDE, 6, colors.red),
    rect(0, SIDE - 100, SIDE, 100, colors.ink),
  ];
  return {
    drawing: drawing.join(''),
    text: { box: { x: 72, y: 176, width: SIDE - 144, height: 692 }, color: colors.ink },
    mark: { x: SIDE / 2, baseline: SIDE - 37, color: colors.brassBright },
  };
};

/** A sign made of planks, with brass letters burned in. */
export const planks: DrawScene = (random) => {
  const height = SIDE / 6;
  const boards = Array.from({ length: 6 }, (_, index) => {
    const y = index * height;
    const grain = Array.from({ length: 7 }, () => {
      const from = y + random.between(10, height - 14);
      const to = from + random.between(-7, 7);
      return `<path d="M0 ${from.toFixed(1)}C340 ${to.toFixed(1)} 680 ${(from + 5).toFixed(1)} ${SIDE} ${to.toFixed(1)}" fill="none" stroke="#24150b" stroke-opacity="0.45" stroke-width="2"/>`;
    });
    const nails = [26, SIDE - 26].map((x) => circle(x, y + height / 2, 7, '#140b05'));
    const fill = random.pick(['#3d2616', '#432a19', '#382214', '#472d1b']);
    return [rect(0, y, SIDE, height, fill), ...grain, rect(0, y, SIDE, 4, '#1b0f07'), ...nails];
  });
  const drawing = [...boards.flat(), badge(SIDE / 2, 100, 46, colors.brassBright)];
  return {
    drawing: drawing.join(''),
    text: { box: { x: 84, y: 172, width: SIDE - 168, height: 716 }, color: '#f3dfb4' },
    mark: { x: SIDE / 2, baseline: 966, color: colors.brassBright },
  };
};
