import type { Page } from 'playwright-core';

/** What stands at the end of the window: where each row is. */
export const rowsOf = (page: Page) =>
  page.locator('.dock_row, #dock > *').evaluateAll((rows) =>
    rows.map((row) => {
      const { left, top, right, bottom } = row.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );

/** The rows that lie on one another or beyond the window, and the controls that something else lies on. */
export const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    const rows = [...document.querySelectorAll('.dock_row, #dock > *')];
    const boxes = rows.map((row) => row.getBoundingClientRect());
    for (const [index, box] of boxes.entries()) {
      const isOver = boxes
        .slice(0, index)
        .some(
          ({ left, top, right, bottom }) =>
            box.left < right - 1 &&
            box.right > left + 1 &&
            box.top < bottom - 1 &&
            box.bottom > top + 1,
        );
      if (isOver || box.bottom > innerHeight + 1) faults.push(`row ${rows[index]?.className}`);
    }
    const controls = document.querySelectorAll<HTMLElement>(
      ':is(main, footer, #dock) :is(button, input, select, textarea, a):not(:disabled, .skip-link)',
    );
    for (const control of controls) {
      for (const way of ['scrolled', 'focused'] as const) {
        if (way === 'focused') control.focus();
        else control.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = control.getBoundingClientRect();
        if (width < 2 || !control.checkVisibility({ visibilityProperty: true })) continue;
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const label = hit?.closest('label');
        const isHit = hit !== null && (control.contains(hit) || hit.contains(control));
        const isLabeled =
          label?.contains(control) || ('labels' in control && hit?.closest('fieldset'));
        if (!isHit && !isLabeled) {
          faults.push(
            `${way}: ${control.outerHTML.slice(0, 90)} under ${hit?.outerHTML.slice(0, 90)}`,
          );
        }
      }
    }
    return faults.slice(0, 5);
  });
