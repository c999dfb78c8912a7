import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createFollower } from './catalog/follower.ts';
import { createJokeData } from './catalog/jokes.data.ts';
import { createRootData } from './catalog/root.data.ts';
import { createSearchService } from './catalog/search.service.ts';
import { createSimilarService } from './catalog/similar.service.ts';
import { readConfig, type Config } from './config.ts';
import { createCardService } from './images/cards.service.ts';
import { bucketOpener, createImageFileData, type OpenBucket } from './images/image-files.data.ts';
import type { ImageGenerator } from './images/image-generator.ts';
import { makeSizes, type MakeSizes } from './images/image-sizes.ts';
import { createImageService } from './images/images.service.ts';
import { sceneGenerator } from './images/scenes.ts';
import { createVertexGenerator } from './images/vertex-generator.ts';
import { createDailyService } from './jokes/daily.service.ts';
import { createJokeService } from './jokes/jokes.service.ts';
import { createChangeData } from './moderation/changes.data.ts';
import { createChangeService } from './moderation/changes.service.ts';
import { createErasure } from './moderation/erasure.service.ts';
import { createLogService } from './moderation/log.service.ts';
import { createNotify } from './moderation/notifications.service.ts';
import { createQueueService } from './moderation/queue.service.ts';
import { createReportData, createReportService } from './moderation/reports.service.ts';
import { createFactsFile } from './pages/facts-file.service.ts';
import { createFeeds } from './pages/feeds.service.ts';
import { rendererIn, type LoadRenderer } from './pages/screens.service.ts';
import { createSitemap } from './pages/sitemap.service.ts';
import type { Identify } from './platform/identity.ts';
import { writeLine } from './platform/log.ts';
import { createQuotas } from './platform/quota.ts';
import { createStartCall, timeout, withReadDeadline, type StartCall } from './platform/deadline.ts';
import { createSigning } from './platform/signing.service.ts';
import { createMalformedLog } from './platform/stored-document.data.ts';
import { openDatabase, type Tools } from './platform/tools.ts';
import { createTransact } from './platform/transact.ts';
import { createGoogleAccounts } from './sessions/google-accounts.data.ts';
import { createGoogleLoginService } from './sessions/google-login.service.ts';
import { createIdentify } from './sessions/identify.service.ts';
import { createLoginGuard } from './sessions/login-guard.service.ts';
import { createPasswordAdmins } from './sessions/password-admins.service.ts';
import { passwordHasher, type PasswordHasher } from './sessions/password-hasher.ts';
import { createSessionService } from './sessions/sessions.service.ts';
import { createSignInData } from './sessions/sign-in.data.ts';
import { createSubmissionService } from './submissions/submissions.service.ts';
import { createRatingData, createRatingService } from './votes/ratings.service.ts';
import { createVoters } from './votes/voters.ts';

/** What this process works with. Tests can replace any of it. */
export interface Context extends Omit<Tools, 'report' | 'transact' | 'startCall'> {
  /** replaces the time that calls get */
  startCall?: StartCall;
  /** resolves after so many milliseconds, or when the signal is aborted */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  passwords: PasswordHasher;
  /** replaces the check of bearers by sessions and Firebase Auth */
  identify?: Identify | undefined;
  /** opens the bucket of images when it is first needed */
  bucket: OpenBucket;
  imageGenerator: ImageGenerator;
  makeSizes: MakeSizes;
  loadRenderer: LoadRenderer;
}

/** Vertex AI in production; drawn scenes, which need no account, on the emulators. */
function imageGeneratorOf({ onEmulators, projectId, imageLocation, imageModel }: Config) {
  const model = { project: projectId, location: imageLocation, model: imageModel };
  return onEmulators ? sceneGenerator : createVertexGenerator(model);
}

/** What this process works with, except for what is in `replaced`. */
export function createContext(replaced: Partial<Context> = {}): Context {
  const config = replaced.config ?? readConfig(process.env);
  return {
    config,
    db: replaced.db ?? openDatabase(config),
    withReadDeadline,
    clock: Date.now,
    monotonic: () => performance.now(),
    timeout,
    pause: (milliseconds, signal) =>
      setTimeout(milliseconds, undefined, { signal }).catch(() => undefined),
    random: Math.random,
    passwords: passwordHasher,
    bucket: bucketOpener(config),
    imageGenerator: imageGeneratorOf(config),
    makeSizes,
    // Next to the bundle.
    loadRenderer: rendererIn(join(import.meta.dirname, 'renderer')),
    beside: () => undefined,
    log: writeLine,
    ...replaced,
  };
}

export type Services = ReturnType<typeof createServices>;

/** What a site works with and its services, created once for a context; their caches live as long as they do. */
export function createServices(context: Context) {
  const { config, bucket } = context;
  const tools = {
    ...context,
    report: createMalformedLog(context.log),
    startCall: context.startCall ?? createStartCall(context),
    transact: createTransact({ ...context, onCommit: (written) => follower.apply(written) }),
  };
  const rootData = createRootData(tools);
  const jokeData = createJokeData(tools);
  const changeData = createChangeData(tools);
  const ratingData = createRatingData(tools);
  const reportData = createReportData(tools);
  const signInData = createSignInData(tools);
  const imageFiles = createImageFileData(bucket);
  const finishErasure = (jokeIds: readonly number[]) => erasure.finish(jokeIds);
  const { follower, snapshots } = createFollower({ ...tools, rootData, jokeData, finishErasure });
  const erasure = createErasure({
    ...tools,
    rootData,
    snapshots,
    changeData,
    ratingData,
    reportData,
    imageFiles,
  });
  const signing = createSigning(tools);
  const take = createQuotas(tools.clock);
  const similar = createSimilarService();
  const voters = createVoters({ ...tools, jokeData, signing, take });
  const notify = createNotify({ ...tools, follower });
  const jokes = createJokeService({ ...tools, follower, take, search: createSearchService() });
  const daily = createDailyService({ ...tools, follower });
  const changes = createChangeService({ ...tools, rootData, jokeData, changeData, erasure });
  const sessions = createSessionService({ ...tools, signInData, signing });
  const accounts = createGoogleAccounts(config);
  const googleLogin = createGoogleLoginService({ ...tools, accounts });
  const guard = createLoginGuard(tools);
  return {
    ...tools,
    rootData,
    jokeData,
    changeData,
    ratingData,
    reportData,
    imageFiles,
    follower,
    snapshots,
    signing,
    similar,
    take,
    jokes,
    daily,
    changes,
    sessions,
    googleLogin,
    ratings: createRatingService({ ratingData, voters, signing }),
    submissions: createSubmissionService({
      ...tools,
      rootData,
      jokeData,
      follower,
      notify,
      take,
      signing,
    }),
    reports: createReportService({ follower, reportData, voters, notify }),
    queue: createQueueService({ follower, similar }),
    changeLog: createLogService({ ...tools, follower, changeData }),
    images: createImageService({ ...tools, follower, jokes, changes, imageFiles }),
    cards: createCardService({ ...tools, jokes, imageFiles }),
    feeds: createFeeds({ ...tools, follower, daily }),
    sitemap: createSitemap({ ...tools, follower }),
    factsFile: createFactsFile({ follower }),
    identify: context.identify ?? createIdentify(sessions, googleLogin),
    passwordAdmins: createPasswordAdmins({ ...tools, signInData, sessions, guard, signing }),
  };
}
