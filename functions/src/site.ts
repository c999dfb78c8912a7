import { join } from 'node:path';
import { availableMemory } from './catalog/memory.ts';
import { readConfig, type Config } from './config.ts';
import { openDatabase, type Firestore } from './platform/database.ts';
import { createReadDeadline, type ReadDeadline } from './platform/read-deadline.ts';
import type { ImageGenerator } from './images/image-generator.ts';
import { bucketOpener, type OpenBucket } from './platform/bucket.data.ts';
import { makeSizes, type MakeSizes } from './images/image-sizes.ts';
import { sceneGenerator } from './images/scenes/scene-generator.ts';
import { createVertexGenerator } from './images/vertex-generator.ts';
import { rendererIn, type LoadRenderer } from './pages/screens.service.ts';
import type { Identify } from './platform/identity.ts';
import { writeLine, type Log } from './platform/log.ts';
import { passwordHasher, type PasswordHasher } from './sessions/password-hasher.ts';
import { openCatalog } from './catalog/open-catalog.ts';
import { createSearchService } from './catalog/search.service.ts';
import { createSearchTexts } from './catalog/search-texts.ts';
import { createSimilarService } from './catalog/similar.service.ts';
import { limits } from './domain/index.ts';
import { createMalformedLog, openDocument } from './platform/stored-document.data.ts';
import { createTransact } from './platform/transact.ts';
import { createCardService } from './images/cards.service.ts';
import { createFeeds } from './pages/feeds.service.ts';
import { createHealthService } from './platform/health.service.ts';
import { createImageFileData } from './images/image-files.data.ts';
import { createImageSignatures } from './images/image-signatures.service.ts';
import { createImageService } from './images/images.service.ts';
import { dailyDocument } from './jokes/daily.data.ts';
import { createDailyService } from './jokes/daily.service.ts';
import { createJokeService } from './jokes/jokes.service.ts';
import { createVisitorSearches } from './jokes/visitor-searches.ts';
import { createChangeData } from './moderation/changes.data.ts';
import { createChangeService } from './moderation/changes.service.ts';
import { createLogService } from './moderation/log.service.ts';
import { createQueueService } from './moderation/queue.service.ts';
import { createFactsFile } from './pages/facts-file.service.ts';
import { createSitemap } from './pages/sitemap.service.ts';
import { createRatingData } from './votes/ratings.data.ts';
import { createRatingService } from './votes/ratings.service.ts';
import { createReportData } from './moderation/reports.data.ts';
import { createReportService } from './moderation/reports.service.ts';
import { createGoogleAccounts } from './sessions/google-accounts.data.ts';
import { createGoogleLoginService, createIdentify } from './sessions/google-login.service.ts';
import { createLoginGuard } from './sessions/login-guard.service.ts';
import { createPasswordAdmins } from './sessions/password-admins.service.ts';
import { createSessionService } from './sessions/sessions.service.ts';
import { createSignInData } from './sessions/sign-in.data.ts';
import { attempt } from './platform/log.ts';
import { createSubmissionService } from './submissions/submissions.service.ts';
import { createNotifications } from './platform/notifications.service.ts';
import { createNetworkQuota } from './platform/quota.ts';
import { createOncePerBrowser } from './platform/once-per-browser.service.ts';
import { createSiteKeyData } from './platform/site-key.data.ts';
import { createSigning } from './platform/signing.service.ts';

/** The application's dependencies. Tests can replace any of them. */
export interface Context {
  config: Config;
  db: Firestore;
  withReadDeadline: ReadDeadline;
  /** milliseconds since the epoch */
  clock: () => number;
  /** milliseconds since any moment; unlike the clock, it is never set */
  monotonic: () => number;
  /** uniform in [0, 1) */
  random: () => number;
  passwords: PasswordHasher;
  /** replaces the check of bearers by sessions and Firebase Auth */
  identify: Identify | undefined;
  /** opens the bucket of images when it is first needed */
  bucket: OpenBucket;
  imageGenerator: ImageGenerator;
  makeSizes: MakeSizes;
  loadRenderer: LoadRenderer;
  /** how many bytes this process may use */
  memory: number;
  /** called with work that goes on beside requests, and never rejects */
  beside: (work: Promise<unknown>) => void;
  log: Log;
}

/** Vertex AI in production; drawn scenes, which need no account, on the emulators. */
function createImageGenerator(config: Config): ImageGenerator {
  if (config.onEmulators) return sceneGenerator;
  return createVertexGenerator({
    project: config.projectId,
    location: config.imageLocation,
    model: config.imageModel,
  });
}

/** The dependencies of this process, except those in `replaced`. */
export function createContext(replaced: Partial<Context> = {}): Context {
  const config = replaced.config ?? readConfig(process.env);
  return {
    config,
    db: replaced.db ?? openDatabase(config),
    withReadDeadline: replaced.withReadDeadline ?? createReadDeadline(),
    clock: replaced.clock ?? Date.now,
    monotonic: replaced.monotonic ?? (() => performance.now()),
    random: replaced.random ?? Math.random,
    passwords: replaced.passwords ?? passwordHasher,
    identify: replaced.identify,
    bucket: replaced.bucket ?? bucketOpener(config),
    imageGenerator: replaced.imageGenerator ?? createImageGenerator(config),
    makeSizes: replaced.makeSizes ?? makeSizes,
    // Next to the bundle.
    loadRenderer: replaced.loadRenderer ?? rendererIn(join(import.meta.dirname, 'renderer')),
    memory: replaced.memory ?? availableMemory(),
    beside: replaced.beside ?? (() => undefined),
    log: replaced.log ?? writeLine,
  };
}

const HOUR_MS = 60 * 60 * 1_000;

export type Services = ReturnType<typeof createServices>;

/** Creates every service, once per context; their caches live as long as they do. */
export function createServices(context: Context) {
  const { db, withReadDeadline, clock, random, log, config } = context;
  const source = { db, report: createMalformedLog(log), withReadDeadline };
  const transact = createTransact({ db, clock });
  const ratingData = createRatingData(source);
  const { catalogData, jokeData, catalog } = openCatalog(source, { ...context, transact });
  const changeData = createChangeData(source);
  const imageFiles = createImageFileData(context.bucket);
  const search = createSearchService(createSearchTexts());
  const similar = createSimilarService();
  const keyData = createSiteKeyData(db);
  const signing = createSigning({ data: keyData, transact, clock });
  const hourly = (subnet: number, site = Infinity) =>
    createNetworkQuota({ windowMs: HOUR_MS, subnet, site }, clock);
  const oncePerBrowser = createOncePerBrowser({
    signing,
    transact,
    takeNewVoter: hourly(limits.newVotersPerHour, config.ceilings.newVoters),
    clock,
  });
  const signInData = createSignInData(source);
  const sessions = createSessionService({ data: signInData, transact, clock });
  const googleLogin = createGoogleLoginService({
    accounts: createGoogleAccounts(config),
    adminEmails: config.adminEmails,
    clock,
  });
  const inTurn = createVisitorSearches(clock);
  const jokes = createJokeService({ catalog, search, inTurn, random });
  const { find } = jokes;
  const cards = createCardService({
    find,
    images: imageFiles,
    host: new URL(config.siteOrigin).host,
    clock,
    log,
  });
  const reportData = createReportData(source);
  const changes = createChangeService({
    catalog,
    data: changeData,
    jokes: jokeData,
    ratings: ratingData,
    reports: reportData,
    transact,
    withReadDeadline,
    clock,
    discardImage: (image) => attempt(log, 'Deleting an image', imageFiles.removeAll(image)),
  });
  const images = createImageService({
    catalog,
    changes,
    files: imageFiles,
    generator: context.imageGenerator,
    makeSizes: context.makeSizes,
    clock,
    find,
  });
  const notifications = createNotifications({
    url: config.notifyUrl,
    pending: async () => (await catalog.current()).totals().pending,
    origin: config.siteOrigin,
    clock,
    log,
  });
  const reports = createReportService({
    catalog,
    data: reportData,
    jokes: jokeData,
    notifications,
    oncePerBrowser,
    takeReport: hourly(limits.reportsPerHour, config.ceilings.reports),
  });
  const daily = createDailyService({
    document: openDocument(source, ['daily', 'facts'], dailyDocument),
    catalog,
    transact,
    clock,
    random,
    log,
  });
  const { siteOrigin: origin } = config;
  return {
    identify: context.identify ?? createIdentify({ sessions, googleLogin }),
    sessions,
    googleLogin,
    passwordAdmins: createPasswordAdmins({
      config,
      data: signInData,
      sessions,
      guard: createLoginGuard({ signing, clock, log }),
      passwords: context.passwords,
      transact,
      clock,
    }),
    catalog,
    jokes,
    ratings: createRatingService({ jokes: jokeData, data: ratingData, oncePerBrowser, signing }),
    reports,
    changes,
    queue: createQueueService({ catalog, similar }),
    log: createLogService({ data: changeData, catalog, clock }),
    images,
    cards,
    imageSignatures: createImageSignatures({ signing, clock }),
    similar,
    submissions: createSubmissionService({
      catalog,
      data: catalogData,
      jokes: jokeData,
      notifications,
      takeSubmission: hourly(limits.submissionsPerHour, config.ceilings.submissions),
      signing,
      transact,
      clock,
    }),
    daily,
    feeds: createFeeds({ catalog, daily, origin }),
    sitemap: createSitemap({ catalog, origin }),
    factsFile: createFactsFile({ catalog }),
    signing,
    takeLookup: hourly(limits.similarLookupsPerHour),
    health: createHealthService({
      probe: catalogData.readRoot,
      status: catalog.status,
      withReadDeadline,
      clock,
    }),
  };
}
