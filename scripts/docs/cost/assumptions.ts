/** The months that are estimated, in views. */
export const VIEWS_A_MONTH = [100_000, 1_000_000, 10_000_000] as const;

export const MONTH_DAYS = 30;

/** Assumptions that can't be measured before there are visitors. */
export const ASSUMED = {
  /** what visitors view, as shares of all views */
  views: { list: 0.5, top: 0.15, newest: 0.1, random: 0.15, single: 0.1 },
  viewsPerVisit: 5,
  /** the share of visits by a browser that has cached nothing of the site yet */
  newVisitors: 0.7,
  votesPerView: 0.05,
  submissionsPerView: 0.000_5,
  imagesPerView: 0.2,
  /** URLs of images that are viewed all the time: the Top 100 in two widths */
  imageAddresses: 200,
  /** headers of a response, in KB */
  headersKb: 1,
  /** instances that run at the same time */
  instances: 2,
  /** the minimum time billed for a request, in seconds */
  requestSeconds: 0.1,
  /** instance starts per month, and the seconds that each takes */
  starts: 3_000,
  startSeconds: 2,
  memoryGib: 0.5,
} as const;

/** The assumed size of a flood. */
export const FLOOD = {
  /** the default of `MAX_INSTANCES` */
  instances: 10,
  /** the default of `MAX_NEW_VOTERS_PER_HOUR` */
  newVotersPerHour: 20_000,
  /** requests that one instance answers: one CPU, 5 ms each */
  requestsPerSecond: 200,
  /** the most reads of a public request for one thing that no cache has: an unknown receipt */
  uncachedReads: 3,
  /** plain downloads from the CDN */
  gigabitsPerSecond: 1,
} as const;
