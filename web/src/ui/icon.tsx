const SHAPES = {
  star: 'M12 2.4 14.65 9.16 21.89 9.59 16.28 14.19 18.11 21.21 12 17.3 5.89 21.21 7.72 14.19 2.11 9.59 9.35 9.16Z',
  top: 'M4 20V13H9V20M9 20V5H15V20M15 20V10H20V20M3 20H21',
  newest: 'M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3M12 7V12L15.5 14',
  random:
    'M3 7H7L16 17H20M17.5 14 20.5 17 17.5 20M3 17H7L9.5 14.2M13.5 9.8 16 7H20M17.5 4 20.5 7 17.5 10',
  search: 'M10.5 4A6.5 6.5 0 1 1 10.5 17A6.5 6.5 0 1 1 10.5 4M15.5 15.5 21 21',
  submit: 'M4 20 5.2 15 16.2 4 20 7.8 9 18.8ZM13.6 6.6 17.4 10.4',
  login: 'M12 4A4 4 0 1 1 12 12A4 4 0 1 1 12 4M4 21C4 13.5 20 13.5 20 21',
  menu: 'M3 6H21M3 12H21M3 18H21',
  close: 'M5 5 19 19M19 5 5 19',
  up: 'M12 20V5M5 11.5 12 4.5 19 11.5',
  share: 'M12 15V3.5M7 8 12 3 17 8M5 12V20.5H19V12',
  more: 'M5 12H5.1M12 12H12.1M19 12H19.1',
  image: 'M3 4H21V20H3ZM3 17 9 11 14 16 17 13 21 17M15.5 8.5H15.6',
  imageMissing: 'M8.5 4H21V16.5M17.5 20H3V5.5M3 17 8.5 11.5 12 15M2.5 2.5 21.5 21.5',
  reported: 'M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3M12 7.5V13M12 16.4V16.5',
  expand: 'M6 9.5 12 15.5 18 9.5',
  edit: 'M4 20 5.2 15 16.2 4 20 7.8 9 18.8ZM13.6 6.6 17.4 10.4',
  approve: 'M4 12.5 10 18.5 20.5 6',
  reject: 'M5 5 19 19M19 5 5 19',
  delete: 'M4 6H20M9 6V3H15V6M6 6 7 21H17L18 6M10 10V17M14 10V17',
} as const;

export type IconName = keyof typeof SHAPES;

/** All shapes are between these coordinates. */
const LEFT = 2;
const RIGHT = 22;

interface IconProps {
  name: IconName;
  /** how much of it is filled, from the left: 0 to 1 */
  filled?: number;
}

/** A line icon in the color of the surrounding text, hidden from assistive technology. */
export function Icon({ name, filled = 0 }: IconProps) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {filled > 0 && (
        // Clips its content. A style attribute could too, but the policy forbids it in the page's HTML.
        <svg width={LEFT + filled * (RIGHT - LEFT)} height="24">
          <path className="icon-filled" d={SHAPES[name]} />
        </svg>
      )}
      <path d={SHAPES[name]} />
    </svg>
  );
}
