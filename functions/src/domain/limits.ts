/**
 * Business constants; `docs/decisions` explains some. Names end with the unit of a time.
 */
export const limits = {
  homePageSize: 20,
  maxPageSize: 100,
  maxPage: 1_000_000,
  topSize: 100,
  newestSize: 40,
  /** days of the fact of the day */
  dailySize: 7,
  /** facts that a fact's page suggests */
  relatedMax: 3,
  fallbackTotal: 1000,

  jokeMinCharacters: 10,
  jokeMaxCharacters: 500,
  /** Including blank lines. Twelve lines are no taller than a text of 500 characters on a phone. */
  jokeMaxLines: 12,
  /** Four bytes for each of 500 characters. */
  jokeMaxBytes: 2_000,
  tagsMax: 3,
  searchMaxLength: 200,
  seedMaxLength: 64,
  /** How many facts a search shows that only come close. */
  nearMatchesMax: 20,

  ratingMin: 1,
  ratingMax: 5,

  usernameMaxLength: 100,
  passwordMinLength: 8,
  passwordMaxLength: 1_000,
  setupKeyMaxLength: 1_000,

  /** ids that random facts can leave out; with nine digits each, the URL has 5 KB, and proxies usually accept 8 */
  randomMaxExcluded: 500,
  batchStatusMaxIds: 100,
  /** jokes in one change */
  changeMaxItems: 100,
  /** each with a text, of which JSON may escape every character */
  changeMaxBytes: 512 * 1024,
  changesPageSize: 20,
  changesMaxPageSize: 50,
  /** jokes of a change in the log */
  changeItemsShown: 10,
  /** how long a deleted joke and a replaced image can be restored */
  restorableDays: 30,
  queuePageSize: 5,
  queueMaxPageSize: 20,
  similarMax: 10,
  /** reported facts that are shown at a time */
  reportedMax: 50,
  bodyMaxBytes: 16 * 1024,
  /** All bodies together that an instance is reading. */
  bodiesMaxBytes: 16 * 1024 * 1024,
  /** How long a client may take to send a body. */
  bodyTimeoutSeconds: 10,
  /** Every response is sent within this time after its body arrived; Hosting times out after 60 s. */
  requestTimeoutSeconds: 20,
  /** For a call that generates an image. */
  imageTimeoutSeconds: 50,

  /** Submissions that wait for another one on an instance; more are refused. */
  submissionsWaiting: 30,
} as const;

/** The results of moderation. */
export const JOKE_STATUSES = ['approved', 'pending', 'rejected'] as const;

/** What a submitter sees of them; `removed`: an administrator has deleted it. */
export const SUBMISSION_STATUSES = [...JOKE_STATUSES, 'removed'] as const;

/** The reason with which a joke is deleted for good, and its text from the log. */
export const PERSONAL_DATA = 'personal_data';

/** Why a joke is rejected, in the order of menus and number keys. The submitter sees it. */
export const REJECT_REASONS = [
  'duplicate',
  'off_topic',
  'offensive',
  'not_funny',
  'unclear',
  'other',
  PERSONAL_DATA,
] as const;

/** Why a visitor reports a joke. */
export const REPORT_REASONS = ['offensive', 'duplicate', PERSONAL_DATA, 'other'] as const;

/** Sort orders of a list by creation date, the default first. */
export const JOKE_SORTS = ['date_desc', 'date_asc'] as const;
/** The ends from which the pending jokes can be reviewed. */
export const QUEUE_ENDS = ['oldest', 'newest'] as const;

/** The order of the Top 100. */
export const HIGHEST_RATED = 'rating_desc';
/** The order that a seed decides. */
export const SHUFFLED = 'shuffled';
