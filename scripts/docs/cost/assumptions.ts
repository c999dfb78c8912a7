/** The months that are estimated, by their views. */
export const VIEWS_A_MONTH = [100_000, 1_000_000, 10_000_000] as const;

export const MONTH_DAYS = 30;

/** What nobody can measure before there are visitors. */
export const ASSUMED = {
  /** what visitors look at: shares of all views */
  views: { list: 0.5, top: 0.15, newest: 0.1, random: 0.15, single: 0.1 },
  viewsPerVisit: 5,
  /** visits by a browser that has nothing of the site yet */
  newVisitors: 0.7,
  votesPerView: 0.05,
  submissionsPerView: 0.000_5,
  picturesPerView: 0.2,
  /** addresses of images that are looked at all the time: the Top 100 in two widths */
  imageAddresses: 200,
  /** headers of an answer, in KB */
  headersKb: 1,
  /** instances that run side by side */
  instances: 2,
  /** what a request is billed at the least, in seconds */
  requestSeconds: 0.1,
  /** starts of an instance in a month, and the seconds of each */
  starts: 3_000,
  startSeconds: 2,
  memoryGib: 0.5,
} as const;

/** What a flood is taken to be. */
export const FLOOD = {
  /** `MAX_INSTANCES` where nothing is changed */
  instances: 10,
  /** answered by one instance: one CPU, 5 ms each */
  requestsPerSecond: 200,
  /** from the CDN's files, by whoever just downloads */
  gigabitsPerSecond: 1,
} as const;
