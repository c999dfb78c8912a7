/**
 * Lays out the rows that the first view has left out (see `facts/joke-card.module.css`), one in each frame, so that the
 * page can be used between them. After that, every list is laid out whole.
 */
export function layOutRows(root: HTMLElement): void {
  const rows = root.querySelectorAll<HTMLElement>('main ol > li').values();
  const layOutOne = () => {
    const { value: row } = rows.next();
    if (row === undefined) {
      document.documentElement.dataset['whole'] = '';
      return;
    }
    row.style.contentVisibility = 'visible';
    requestAnimationFrame(layOutOne);
  };
  layOutOne();
}
