/** A year and its text. */
export interface Year {
  year: number;
  text: string;
  /** Set if something happened to the site; the other texts use only arithmetic and the calendar. */
  onRecord?: true;
}

/** The years from the start to the relaunch. Every statement about a number is true. */
export const YEARS: readonly Year[] = [
  { year: 2005, text: 'The site goes live. From here on, there are facts.', onRecord: true },
  { year: 2006, text: 'The site turns one. The candle went out before anyone blew.' },
  { year: 2007, text: 'Divisible by nine. It did not resist.' },
  { year: 2008, text: 'A leap year. February was asked for one more, and gave it.' },
  { year: 2009, text: 'Under questioning, it breaks down into 7\u00A0×\u00A07\u00A0×\u00A041.' },
  {
    year: 2010,
    text: 'Half the world starts the decade here, half a year later. Both were waiting for his nod.',
  },
  { year: 2011, text: 'A prime number: divisible by one, by itself, and by him.' },
  { year: 2012, text: 'Another leap year. The extra day reported for duty.' },
  {
    year: 2013,
    text: 'The first year since 1987 with four different digits. They had been told to come alone.',
  },
  { year: 2014, text: 'An even number. In some company it is wiser not to be odd.' },
  {
    year: 2015,
    text: 'In binary, 11111011111: the same from either end. It does not turn its back.',
  },
  { year: 2016, text: 'All the numbers from 1 to 63, added up. They fell in by themselves.' },
  { year: 2017, text: 'Prime again. All attempts to divide it were called off.' },
  { year: 2018, text: 'Splits into two halves of 1009, which is prime. One kick, no crumbs.' },
  { year: 2019, text: 'Nothing to report. Nothing dared.' },
  { year: 2020, text: 'Twenty, twice. The first one was the warning.' },
  { year: 2021, text: '43\u00A0×\u00A047: two primes in a row, back to back, watching the doors.' },
  { year: 2022, text: 'Three twos and a zero. The zero is the number of complaints.' },
  {
    year: 2023,
    text: 'Breaks down into 7\u00A0×\u00A017\u00A0×\u00A017 before anyone asks. Word has spread since 2009.',
  },
  { year: 2024, text: 'The fifth leap year since we began. February no longer argues.' },
  {
    year: 2025,
    text: 'The site is relaunched. 45\u00A0×\u00A045: the only perfect square this century was issued.',
    onRecord: true,
  },
];
