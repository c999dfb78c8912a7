/** Business constants of the specification §9 and of `docs/decisions`. Times are in the unit their name says. */
export const limits = {
  homePageSize: 20,
  maxPageSize: 100,
  maxPage: 1_000_000,
  topSize: 100,
  newestSize: 40,
  fallbackTotal: 1000,

  jokeMinCharacters: 10,
  jokeMaxCharacters: 500,
  /** Keeps 200 texts well inside one 1 MiB catalog shelf: four bytes for each of 500 characters. */
  jokeMaxBytes: 2_000,
  searchMaxLength: 200,

  ratingMin: 1,
  ratingMax: 5,

  usernameMaxLength: 100,
  passwordMinLength: 8,
  passwordMaxLength: 1_000,
  setupKeyMaxLength: 1_000,

  batchStatusMaxIds: 100,
  imageSignatureMaxLength: 100,
  bodyMaxBytes: 16 * 1024,
  /** Every response is sent within this time; Hosting itself gives up after 60 s. */
  requestTimeoutSeconds: 20,
  /** The same for a call that makes a picture. */
  imageTimeoutSeconds: 50,

  /** New voter ids an hour for one address or home (IPv4 /32, IPv6 /64) … */
  newVotersPerHour: 120,
  /** … and for the network around it (IPv4 /24, IPv6 /48): one for each address of a /24, and some more. */
  newVotersPerHourAndWideNetwork: 280,
  submissionsPerHour: 10,
  submissionsPerHourAndWideNetwork: 40,
} as const;

/** Orders of a list by the date of creation, the default first (specification §3). */
export const JOKE_SORTS = ['date_desc', 'date_asc'] as const;
