import { createRestoreGuard } from './platform/database/restore-guard.ts';
import { createRestoreMarkData } from './platform/database/restore-mark.data.ts';
import { createCatalogData } from './catalog/catalog.data.ts';
import { createCatalogService } from './catalog/catalog.service.ts';
import { createSearchIndex } from './catalog/search-index.ts';
import { createSearchService } from './catalog/search.service.ts';
import { createShelfService } from './catalog/shelves.service.ts';
import { createSimilarService } from './catalog/similar.service.ts';
import type { Context } from './context.ts';
import { createMalformedLog } from './platform/database/stored-document.data.ts';
import { createTransact } from './platform/database/transact.ts';
import { createCardFileData } from './features/cards/card-files.data.ts';
import { createCardService } from './features/cards/cards.service.ts';
import { createEmbeds } from './features/embeds/embeds.service.ts';
import { createDailyData } from './features/feeds/daily.data.ts';
import { createDailyService } from './features/feeds/daily.service.ts';
import { createFeeds } from './features/feeds/feeds.service.ts';
import { createHealthService } from './features/health/health.service.ts';
import { createImageFileData } from './features/images/image-files.data.ts';
import { createImageLeaseData } from './features/images/image-leases.data.ts';
import { createImageSignatures } from './features/jokes/image-signatures.service.ts';
import { createImageService } from './features/images/images.service.ts';
import { createJokeData } from './features/jokes/jokes.data.ts';
import { createJokeCache } from './features/jokes/joke-cache.ts';
import { createJokeService } from './features/jokes/jokes.service.ts';
import { createVisitorSearches } from './features/jokes/visitor-searches.ts';
import { createAuditData } from './features/audit/audit.data.ts';
import { createAuditService } from './features/audit/audit.service.ts';
import { createModerationService } from './features/moderation/moderation.service.ts';
import { createQueueService } from './features/moderation/queue.service.ts';
import { createReviewService } from './features/hints/hints.service.ts';
import { withApprovalDays } from './features/pages/approval-days.ts';
import { createScreens } from './features/pages/screens.service.ts';
import { createSitemap } from './features/pages/sitemap.service.ts';
import { createRatingData } from './features/ratings/ratings.data.ts';
import { createRatingService } from './features/ratings/ratings.service.ts';
import { createReportData } from './features/reports/reports.data.ts';
import { createReportService } from './features/reports/reports.service.ts';
import { createSignIn } from './features/sessions/create-sign-in.ts';
import { createSubmissionService } from './features/submissions/submissions.service.ts';
import { createThrottleData } from './platform/throttles/throttles.data.ts';
import { createThrottleService } from './platform/throttles/throttles.service.ts';
import { createOncePerBrowser } from './platform/voters/once-per-browser.service.ts';
import { createSiteKeyData } from './platform/signing/site-key.data.ts';
import { createSiteMac } from './platform/signing/signing.service.ts';
import { createVoterService } from './platform/voters/voters.service.ts';

export type Services = ReturnType<typeof createServices>;

/** Creates every service, once per context; their caches live as long as they do. */
export function createServices(context: Context) {
  const { db, clock, random, log } = context;
  const report = createMalformedLog(log);
  const refuseDuringRestore = createRestoreGuard(createRestoreMarkData(db), clock);
  const transact = createTransact(db, clock, refuseDuringRestore);
  const jokeData = createJokeData(db, report);
  const catalogData = createCatalogData(db, report);
  const catalog = createCatalogService(catalogData, transact, clock, refuseDuringRestore);
  const shelves = createShelfService(catalogData, clock);
  const search = createSearchService(shelves, createSearchIndex(shelves));
  const similar = createSimilarService(shelves);
  const ratingData = createRatingData(db, report);
  const audit = createAuditData(db, report);
  const throttles = createThrottleService(
    createThrottleData(db, report),
    transact,
    clock,
    context.config,
  );
  const mac = createSiteMac(createSiteKeyData(db), transact, clock, refuseDuringRestore);
  const signIn = createSignIn({
    config: context.config,
    db,
    passwords: context.passwords,
    throttles,
    mac,
    transact,
    clock,
    report,
    refuseDuringRestore,
  });
  const cache = createJokeCache(jokeData, catalog, clock);
  const jokes = createJokeService({
    data: jokeData,
    catalog,
    search,
    similar,
    cache,
    inTurn: createVisitorSearches(clock),
    random,
  });
  const imageFiles = createImageFileData(context.bucket);
  const cards = createCardService({
    findJokes: (identity, jokeIds) => jokes.find(identity, jokeIds),
    cards: createCardFileData(context.bucket),
    images: imageFiles,
    // Loaded with the first card.
    drawCard: async (content) => (await import('./features/cards/draw-card.ts')).drawCard(content),
    clock,
    log,
  });
  const images = createImageService({
    catalog,
    jokes: jokeData,
    leases: createImageLeaseData(db, report),
    files: imageFiles,
    audit,
    generator: context.imageGenerator,
    makeSizes: context.makeSizes,
    transact,
    clock,
    log,
    find: (identity, jokeIds) => jokes.find(identity, jokeIds),
  });
  const review = createReviewService({
    reviewer: context.reviewer,
    jokes: jokeData,
    transact,
    log,
  });
  const voters = createVoterService(mac);
  const reportData = createReportData(db, report);
  const reports = createReportService({
    data: reportData,
    jokes: jokeData,
    audit,
    transact,
    clock,
  });
  const daily = createDailyService({
    data: createDailyData(db, report),
    catalog,
    find: (identity, jokeIds) => jokes.find(identity, jokeIds),
    transact,
    clock,
    random,
    log,
  });
  const { siteOrigin } = context.config;
  return {
    ...signIn,
    identify: context.identify ?? signIn.identify,
    catalog,
    contentVersion: () => cache.version(),
    jokes,
    ratings: createRatingService({ jokes: jokeData, ratings: ratingData, transact, clock }),
    reports,
    moderation: createModerationService({
      catalog,
      jokes: jokeData,
      ratings: ratingData,
      audit,
      reports,
      clock,
      discardImage: (image) => images.discard(image),
      discardCards: (jokeId) => cards.discard(jokeId),
    }),
    queue: createQueueService(catalog, jokeData, similar, review),
    auditLog: createAuditService(audit, jokeData),
    images,
    cards,
    imageSignatures: createImageSignatures(mac, clock),
    similar,
    submissions: createSubmissionService({
      catalog,
      jokes: jokeData,
      audit,
      refuseDuringRestore,
      clock,
      log,
    }),
    screens: createScreens(jokes, context.loadRenderer, siteOrigin),
    feeds: createFeeds(cache, daily, siteOrigin),
    embeds: createEmbeds(jokes, siteOrigin),
    sitemap: createSitemap({
      catalog,
      shelves: withApprovalDays(shelves, cache),
      origin: siteOrigin,
      clock,
    }),
    throttles,
    voters,
    oncePerBrowser: createOncePerBrowser({ throttles, voters, refuseDuringRestore }),
    health: createHealthService(() => catalogData.readRoot(), clock),
  };
}
