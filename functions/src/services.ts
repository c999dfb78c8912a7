import { openCatalog } from './catalog/open-catalog.ts';
import { createSearchService } from './catalog/search.service.ts';
import { createSearchTexts } from './catalog/search-texts.ts';
import { createSimilarService } from './catalog/similar.service.ts';
import type { Context } from './context.ts';
import { limits } from './domain/index.ts';
import { createMalformedLog, openDocument } from './platform/database/stored-document.data.ts';
import { createTransact } from './platform/database/transact.ts';
import { createCardService } from './features/cards/cards.service.ts';
import { createFeeds } from './features/feeds/feeds.service.ts';
import { createHealthService } from './features/health/health.service.ts';
import { createImageFileData } from './features/images/image-files.data.ts';
import { createImageSignatures } from './features/jokes/image-signatures.service.ts';
import { createImageService } from './features/images/images.service.ts';
import { dailyDocument } from './features/jokes/daily.data.ts';
import { createDailyService } from './features/jokes/daily.service.ts';
import { createJokeService } from './features/jokes/jokes.service.ts';
import { createVisitorSearches } from './features/jokes/visitor-searches.ts';
import { createChangeData } from './features/moderation/changes.data.ts';
import { createChangeService } from './features/moderation/changes.service.ts';
import { createLogService } from './features/moderation/log.service.ts';
import { createQueueService } from './features/moderation/queue.service.ts';
import { createFactsFile } from './features/pages/facts-file.service.ts';
import { createSitemap } from './features/pages/sitemap.service.ts';
import { createRatingData } from './features/ratings/ratings.data.ts';
import { createRatingService } from './features/ratings/ratings.service.ts';
import { createReportData } from './features/reports/reports.data.ts';
import { createReportService } from './features/reports/reports.service.ts';
import { createGoogleAccounts } from './features/sessions/google-accounts.data.ts';
import {
  createGoogleLoginService,
  createIdentify,
} from './features/sessions/google-login.service.ts';
import { createLoginGuard } from './features/sessions/login-guard.service.ts';
import { createPasswordAdmins } from './features/sessions/password-admins.service.ts';
import { createSessionService } from './features/sessions/sessions.service.ts';
import { createSignInData } from './features/sessions/sign-in.data.ts';
import { attempt } from './platform/logging/log.ts';
import { createSubmissionService } from './features/submissions/submissions.service.ts';
import { createNotifications } from './platform/notifications/notifications.service.ts';
import { createNetworkQuota } from './platform/quota.ts';
import { createOncePerBrowser } from './platform/voters/once-per-browser.service.ts';
import { createSiteKeyData } from './platform/signing/site-key.data.ts';
import { createSigning } from './platform/signing/signing.service.ts';

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
