/**
 * A requirement of security and reliability (S), of the experience (U), or an attack or fault that the first version
 * did not withstand (X), or a bound on what anybody's requests cost (P). Tests that prove part of it have its number
 * as a tag.
 */
export interface Requirement {
  id: `${'P' | 'S' | 'U' | 'X'}${number}`;
  what: string;
  /** The test file that proves it. Tests elsewhere that have its number prove what this one can't. */
  home: string;
  /** A proof of part of it that `npm run safety` does not run. */
  elsewhere?: string;
}

export const requirements: readonly Requirement[] = [
  {
    id: 'P1',
    home: 'tests/deep/api/free-reads.test.ts',
    what: 'what anyone may GET costs no read on a warm instance, besides the health check, whether an administrator exists, and the day’s fact once',
  },
  {
    id: 'P2',
    home: 'tests/deep/api/other-instances.test.ts',
    what: 'after random submissions, decisions, edits, deletions and votes on three instances, the pages of each equal a brute-force list: none twice, none missing',
  },
  {
    id: 'P20',
    home: 'functions/src/catalog/catalog.test.ts',
    what: 'the votes of one network hardly move the order of the Top 100, neither a fact’s own votes nor the site’s average',
    elsewhere:
      'with hundreds of facts and thousands of votes: `npm run bench -- discovery networks`',
  },
  {
    id: 'P22',
    home: 'functions/src/http/response-cache.test.ts',
    what: 'requests that no cache answers exhaust neither memory nor CPU: the same page at other URLs is cached once, responses are compressed one at a time, the sitemap is written once for each state of the catalog, and the process returns memory that it has freed; a search does bounded work in short steps, and is limited per network and at once',
    elsewhere:
      'the attacks themselves: `npm run bench`; before and after, on November 23, 2026: 484 → 139 MB during uncached pages and sitemaps from 80 clients, 3.74 → 1.13 times the memory of a search for the sitemaps of 100,000 facts, 2,744 → 188 ms of CPU for the most expensive search among them',
  },
  {
    id: 'P24',
    home: 'tests/cost-estimate.test.ts',
    what: 'a day of any requests costs at most $10 from one network and $100 from all, besides busy instances, the fee for requests and the CDN',
  },
  {
    id: 'P25',
    home: 'web/src/facts/random-joke.test.ts',
    what: 'another random fact needs no request between the tap and its paint, and is one that was neither seen nor rated',
  },
  {
    id: 'P26',
    home: 'tests/api/crowds.test.ts',
    what: 'no request costs others their response: requests for one path wait in a line of their own, and the lines take turns; a draw does not go through the catalog; searches, related and similar facts share one line, in which administrators come first; what is large is compressed once, in a line of its own, and nothing is for HEAD; what nobody waits for anymore is not searched, drawn or compressed',
    elsewhere: 'the CPU of a draw, and a page beside 80 clients of each: `npm run bench`',
  },
  {
    id: 'S1',
    home: 'tests/deep/api/permissions.test.ts',
    what: 'every route answers every identity (anonymous, Google user, Google administrator, password administrator, expired, revoked, forged) as the endpoint table says; every route is in the table',
  },
  {
    id: 'S2',
    home: 'tests/deep/api/visibility.test.ts',
    what: 'only an administrator can see unapproved facts, on any endpoint or page, in any state of the site',
  },
  {
    id: 'S3',
    home: 'tests/rules-grant-nothing.test.ts',
    what: 'the Firestore and Storage rules deny every client everything',
    elsewhere:
      'the same clients and operations on Google’s own engines: `npm run test:rules`; that of Storage needs Java 21',
  },
  {
    id: 'S4',
    home: 'tests/api/sign-in-setup.test.ts',
    what: 'of 50 parallel setups, one creates the administrator (201) and 49 are refused (409); a wrong setup key gets 403',
  },
  {
    id: 'S5',
    home: 'functions/src/sessions/password-hasher.test.ts',
    what: 'every character of passwords of 8 to 1,000 characters counts (prehash); bcrypt cost ≥ 12; one password at a time is hashed, in steps of 100 ms between which visitors are served',
  },
  {
    id: 'S6',
    home: 'tests/api/sign-in-guessing.test.ts',
    what: 'a login gives the same response after the same work for an unknown user and a wrong password; guesses are counted per account and per network before hashing, with Retry-After; a browser that signed in before is not locked out by others',
  },
  {
    id: 'S7',
    home: 'tests/api/sign-in.test.ts',
    what: 'only hashes of tokens are stored; tokens stop working immediately after logout, password change and expiry',
  },
  {
    id: 'S8',
    home: 'tests/api/ratings.test.ts',
    what: '1,000 votes without a cookie from one network are limited to its quota; 30 browsers behind one network all succeed; a forged voter id is refused',
  },
  {
    id: 'S9',
    home: 'tests/api/submissions.test.ts',
    what: 'submissions are limited per network; texts are NFC without control or zero-width characters and have 10 to 500 user-perceived characters; markup stays text; bodies are limited to 16 KB',
  },
  {
    id: 'S10',
    home: 'tests/deep/api/concurrency.test.ts',
    what: 'random concurrent histories of votes and moderation lose no update; without the transaction the same test fails',
  },
  {
    id: 'S11',
    home: 'tests/deep/api/faults.test.ts',
    what: 'after ABORTED, UNAVAILABLE or DEADLINE_EXCEEDED at any Firestore or Storage call, before or after its effect, no vote is counted twice and no joke is partly moved; the response is a success, a clear 503 (not stored, now or later) or 504 (unknown: the same with its key gets the first answer)',
  },
  {
    id: 'S12',
    home: 'tests/deep/api/images-crash.test.ts',
    what: 'a crash at any step leaves no joke with a missing image; unused image files are deleted',
  },
  {
    id: 'S13',
    home: 'tests/deep/api/schema-input.test.ts',
    what: 'inputs generated from the schemas and hostile inputs never cause a 5xx; responses match their schemas; unknown fields get 422',
  },
  {
    id: 'S14',
    home: 'tests/pages.test.ts',
    what: 'Hosting serves everything with the security headers; every screen works under them in Chromium without a violation',
  },
  {
    id: 'S15',
    home: 'tests/deep/api/cors.test.ts',
    what: 'writes from other sites are refused (Sec-Fetch-Site × Origin × every writing endpoint)',
  },
  {
    id: 'S16',
    home: 'tests/deep/api/cache-headers.test.ts',
    what: 'Set-Cookie is sent only with Cache-Control: private; every public GET and every 404 says how it may be cached',
  },
  {
    id: 'S17',
    home: 'tests/deep/api/backup.test.ts',
    what: 'after export, deletion and import, the hashes of documents, votes and images are identical',
  },
  {
    id: 'S18',
    home: 'tests/deep/api/outage.test.ts',
    what: 'while Firestore is down, cached content is still served, writes get 503, and nobody can sign in as administrator; the site recovers automatically',
  },
  {
    id: 'S19',
    home: 'tests/deep/deploy/deploy.test.ts',
    what: 'the limits on instances, timeouts, bodies and pages are set',
  },
  {
    id: 'S20',
    home: 'tests/deep/api/documents.test.ts',
    what: 'a document that does not parse is skipped and logged once; one with fields of a later version is read; every list, ranking, search and page keeps working, even right after a start',
  },
  {
    id: 'S21',
    home: 'tests/deep/browser/dashboard-list.test.ts',
    what: 'responses may gain fields: yesterday’s client works with tomorrow’s API',
  },
  {
    id: 'S22',
    home: 'tests/deep/api/following.test.ts',
    what: 'while the database is available, a fact that is rejected, edited or deleted disappears within two minutes from everything that the function and the CDN serve, and within an hour from its image’s URL; also if the change became visible late, a clock is wrong or an instance has slept',
  },
  {
    id: 'S24',
    home: 'tests/api/changes.test.ts',
    what: 'a decision on a text or status that has changed since it was shown is refused with the new one; of two moderators who decide at once, one wins and the other is told',
  },
  {
    id: 'S26',
    home: 'tests/deep/api/floods.test.ts',
    what: 'in a flood of submissions, those that are too many at once are refused, moderators’ decisions are made, and S22 holds; whatever addresses callers claim, limits per hour hold for all new voters, submissions and reports of the site; bodies without a valid bearer are not read, all unfinished ones have at most 16 MB, and slow ones lose their connection',
  },
  {
    id: 'U1',
    home: 'tests/deep/browser/accessibility.test.ts',
    what: 'axe finds nothing on any screen in any state and theme at 320 and 1280 px',
  },
  {
    id: 'U2',
    home: 'tests/deep/browser/votes.test.ts',
    what: 'stars are native radios in a fieldset: a click, Enter or Space votes, arrow keys only move, and the result is announced',
  },
  {
    id: 'U3',
    home: 'tests/deep/browser/share.test.ts',
    what: 'a dialog takes the focus, closes with Esc, and gives the focus back',
  },
  {
    id: 'U4',
    home: 'tests/deep/browser/lists.test.ts',
    what: 'each screen has its own title, and its heading the focus; Back restores the scroll position',
  },
  {
    id: 'U5',
    home: 'tests/deep/browser/accessibility.test.ts',
    what: 'every view has its loading, empty, failed (with a retry) and offline state; a draft survives a failed submission and a reload',
  },
  {
    id: 'U6',
    home: 'tests/deep/browser/update.test.ts',
    what: 'the site is installable; a new version is offered, never forced on a half-filled form',
  },
  {
    id: 'U7',
    home: 'tests/deep/browser/offline.test.ts',
    what: 'after one online visit, pages and saved lists work offline; nothing of an administrator is saved',
  },
  {
    id: 'U8',
    home: 'tests/deep/browser/layout.test.ts',
    what: 'light and dark follow the system and a switch, without a flash; forced colors are readable, reduced motion is respected',
  },
  {
    id: 'U9',
    home: 'tests/deep/browser/layout.test.ts',
    what: 'nothing scrolls horizontally at 320 px, nor with text of 200 %',
  },
  {
    id: 'U11',
    home: 'tests/deep/browser/layout.test.ts',
    what: 'the first screen shows a whole fact with its stars on a phone and a laptop; from page 2 on the intro is closed',
  },
  {
    id: 'U12',
    home: 'tests/journeys/visitor-reads.test.ts',
    what: 'without JavaScript every public page reads in full, with links to other pages and another random fact',
  },
  {
    id: 'U13',
    home: 'tests/deep/browser/votes.test.ts',
    what: 'a vote or submission is never lost, doubled or forgotten because of a reload, a lost answer or going offline',
  },
  {
    id: 'U14',
    home: 'tests/deep/browser/install-prompt.test.ts',
    what: 'no row of the dock lies on another or on a control, nor moves what was there; every control is hit at its center',
  },
  {
    id: 'U15',
    home: 'tests/deep/browser/queue.test.ts',
    what: 'moderation: what is clicked is what is decided; decisions are confirmed and can be undone; 100 pending facts take 100 keystrokes; none is passed over',
  },
  {
    id: 'U16',
    home: 'tests/deep/browser/start.test.ts',
    what: 'every kind of page works in Chromium, Firefox and WebKit, and in the oldest supported versions',
    elsewhere: 'the walk through the site in Firefox and WebKit: `npm run test:deep`',
  },
  {
    id: 'U17',
    home: 'tests/deep/browser/changed-pages.test.ts',
    what: 'page translation, extensions, filter lists, lost scripts and portals leave a page right',
  },
  {
    id: 'U18',
    home: 'tests/deep/browser/votes.test.ts',
    what: 'nothing moves when a vote is cast, a list is loaded or the header learns who the visitor is',
  },
  {
    id: 'U19',
    home: 'local/stack/start.deep.test.ts',
    what: 'in the development build every screen and every dialog opens, without a warning or an error in the console',
  },
  {
    id: 'U20',
    home: 'tests/deep/browser/random.test.ts',
    what: 'after a press something changes at once: a pending sign on a slow script, request or screen',
  },
  {
    id: 'U21',
    home: 'tests/deep/browser/dashboard-dialogs.test.ts',
    what: 'every way out of a text that somebody is writing treats it the same: it is kept, or asked about once',
  },
  {
    id: 'U22',
    home: 'tests/deep/browser/votes.test.ts',
    what: 'a screen reader hears each new fact of Random and of the queue, and each answer, once',
  },
  {
    id: 'X1',
    home: 'tests/deep/api/hostile-input.test.ts',
    what: 'compressed, large, endless or unexpected request bodies are refused before anything parses them, in the Functions Framework too; they cost no memory and delay no other request',
  },
  {
    id: 'X2',
    home: 'functions/src/http/error-handler.test.ts',
    what: 'whatever fails in a handler, the response is a deliberate one that says nothing about the cause, which is logged once',
  },
  {
    id: 'X3',
    home: 'local/stack/stack-process.test.ts',
    what: 'the local stack reports and survives a full disk',
  },
  {
    id: 'X4',
    home: 'local/stack/emulators/data-emulators.test.ts',
    what: 'acknowledged writes survive kill -9 of any process of the local stack; images and documents still agree',
  },
  {
    id: 'X5',
    home: 'local/stack/function/cloud-function.test.ts',
    what: 'a crashed function is restarted with increasing delays',
  },
  {
    id: 'X7',
    home: 'tests/api/submissions.test.ts',
    what: 'quotas count IPv4 by /24 and IPv6 by /48 and /32; voting for a nonexistent joke does not create a voter',
  },
  {
    id: 'X8',
    home: 'tests/deep/api/catalog-rebuild.test.ts',
    what: '`catalog:rebuild` makes every instance show what the documents say, whatever they and the root were',
  },
  {
    id: 'X9',
    home: 'local/stack/hosting/hosting.test.ts',
    what: 'a 404 below /assets/ is not cached like a file',
  },
  {
    id: 'X10',
    home: 'tests/deep/api/google-sign-in.test.ts',
    what: 'a Google logout takes effect immediately, even within a second of the sign-in',
  },
  {
    id: 'X11',
    home: 'local/stack/hosting/function-proxy.test.ts',
    what: 'malformed requests to the local Hosting, simultaneous starts, stacked combining marks and damaged backups get a clear response',
  },
  {
    id: 'X12',
    home: 'tests/api/changes.test.ts',
    what: 'a change is undone as far as nothing has changed since; another moderator’s decision is reported, not repeated; the log has exactly what was changed',
  },
  {
    id: 'X13',
    home: 'tests/deep/api/snapshots.test.ts',
    what: 'of two writers of a snapshot the faster one wins; one that is interrupted at any step leaves the site right, and the next one cleans up',
  },
];
