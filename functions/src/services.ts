import { createRestoreGuard } from './backup/restore-guard.service.ts';
import { createRestoreMarkData } from './backup/restore-mark.data.ts';
import { createCatalogData } from './catalog/catalog.data.ts';
import { createCatalogService } from './catalog/catalog.service.ts';
import { createSearchService } from './catalog/search.service.ts';
import type { Context } from './context.ts';
import { createMalformedLog } from './database/stored-document.data.ts';
import { createTransact } from './database/transact.ts';
import { createHealthService } from './health/health.service.ts';
import { createImageFileData } from './images/image-files.data.ts';
import { createImageLeaseData } from './images/image-leases.data.ts';
import { createImageSignatures } from './images/image-signatures.service.ts';
import { createImageService } from './images/images.service.ts';
import { createJokeData } from './jokes/jokes.data.ts';
import { createJokeService } from './jokes/jokes.service.ts';
import { createAuditData } from './moderation/audit.data.ts';
import { createModerationService } from './moderation/moderation.service.ts';
import { createFactPage } from './pages/fact-page.service.ts';
import { createSitemap } from './pages/sitemap.service.ts';
import { createTemplates } from './pages/templates.ts';
import { createRatingData } from './ratings/ratings.data.ts';
import { createRatingService } from './ratings/ratings.service.ts';
import { createSignIn } from './sessions/create-sign-in.ts';
import { createSubmissionService } from './submissions/submissions.service.ts';
import { createThrottleData } from './throttles/throttles.data.ts';
import { createThrottleService } from './throttles/throttles.service.ts';
import { createVoterKeyData } from './voters/voter-key.data.ts';
import { createSiteMac } from './voters/site-mac.service.ts';
import { createVoterService } from './voters/voters.service.ts';

export type Services = ReturnType<typeof createServices>;

/** Every service, built once for a context. What they keep in memory lives as long as they do. */
export function createServices(context: Context) {
  const { db, clock, random, log } = context;
  const report = createMalformedLog(log);
  const refuseDuringRestore = createRestoreGuard(createRestoreMarkData(db), clock);
  const transact = createTransact(db, clock, refuseDuringRestore);
  const jokeData = createJokeData(db, report);
  const catalogData = createCatalogData(db, report);
  const catalog = createCatalogService(catalogData, transact, clock, refuseDuringRestore);
  const search = createSearchService(catalogData, clock);
  const ratingData = createRatingData(db, report);
  const audit = createAuditData(db);
  const throttles = createThrottleService(createThrottleData(db, report), transact, clock);
  const signIn = createSignIn({
    config: context.config,
    db,
    passwords: context.passwords,
    throttles,
    transact,
    clock,
    report,
    refuseDuringRestore,
  });
  const jokes = createJokeService({ data: jokeData, catalog, search, clock, random });
  const images = createImageService({
    jokes: jokeData,
    leases: createImageLeaseData(db, report),
    files: createImageFileData(context.bucket),
    audit,
    generator: context.imageGenerator,
    transact,
    clock,
    log,
    changed: (jokeId) => jokes.changed(jokeId),
    find: (identity, jokeIds) => jokes.find(identity, jokeIds),
  });
  const mac = createSiteMac(createVoterKeyData(db), transact, clock, refuseDuringRestore);
  const readTemplate = createTemplates(context.pagesFolder);
  const { siteOrigin } = context.config;
  return {
    ...signIn,
    identify: context.identify ?? signIn.identify,
    catalog,
    jokes,
    ratings: createRatingService({
      catalog,
      jokes: jokeData,
      ratings: ratingData,
      transact,
      clock,
      voted: (jokeId) => jokes.voted(jokeId),
    }),
    moderation: createModerationService({
      catalog,
      jokes: jokeData,
      ratings: ratingData,
      audit,
      clock,
      changed: (jokeId) => jokes.changed(jokeId),
      discardImage: (picture) => images.discard(picture),
    }),
    images,
    imageSignatures: createImageSignatures(mac, clock),
    submissions: createSubmissionService(catalog, jokeData, clock),
    readTemplate,
    factPage: createFactPage(jokes, readTemplate, siteOrigin),
    sitemap: createSitemap(catalog, siteOrigin),
    throttles,
    voters: createVoterService(mac),
    health: createHealthService(() => catalogData.readRoot(), clock),
  };
}
