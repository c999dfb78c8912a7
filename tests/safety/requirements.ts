/**
 * One requirement of security and reliability (S), or an attack or fault that the first version did not
 * withstand (X). Tests that prove a part of it carry its number as a tag.
 */
export interface Requirement {
  id: `${'S' | 'X'}${number}`;
  what: string;
  /** What proves a part of it that `npm run safety` does not run. */
  elsewhere?: string;
}

export const requirements: readonly Requirement[] = [
  {
    id: 'S1',
    what: 'every route answers every identity (nobody, Google user, Google administrator, administrator with a password, expired, revoked, forged) as the endpoint table says; no route stands outside the table',
  },
  {
    id: 'S2',
    what: 'only an administrator can see unapproved facts, on any endpoint or page, in any state of the site',
  },
  {
    id: 'S3',
    what: 'the rules of Firestore and Storage grant no client anything',
    elsewhere:
      'the same clients and operations on Firebase’s own emulators: `npm run test:rules`, which needs Java 21',
  },
  {
    id: 'S4',
    what: 'of 50 parallel setups one makes the administrator (201) and 49 are refused (409); a wrong setup key is 403',
  },
  {
    id: 'S5',
    what: 'passwords of 8 to 1,000 characters count to the last one (prehash), bcrypt cost ≥ 12, at most 50 ms of the thread that answers visitors',
  },
  {
    id: 'S6',
    what: 'a login answers the same, after the same work, for an unknown user and a wrong password; it is throttled per account and per network before hashing, with Retry-After; an attacker elsewhere can’t lock the owner out',
  },
  {
    id: 'S7',
    what: 'of tokens only hashes are stored; they are dead at once after logout, password change and expiry',
  },
  {
    id: 'S8',
    what: '1,000 votes without a cookie from one network are held to its quota; 30 browsers behind one network all succeed; a forged voter id is refused',
  },
  {
    id: 'S9',
    what: 'submissions are throttled per network; NFC, no control or zero-width characters, 10 to 500 characters as people count them, markup stays text, 16 KB body limit',
  },
  {
    id: 'S10',
    what: 'no lost update in random concurrent histories of votes and moderation; without the transaction the same test fails',
  },
  {
    id: 'S11',
    what: 'ABORTED, UNAVAILABLE or DEADLINE_EXCEEDED at any Firestore or Storage call, before or after its effect: no vote counted twice, no joke half moved, a clear 503 or a success',
  },
  {
    id: 'S12',
    what: 'a crash at any step leaves no joke pointing at a missing picture; orphans are swept',
  },
  {
    id: 'S13',
    what: 'inputs generated from the schemas, and hostile ones: never a 5xx, answers match their schemas, unknown fields are 422',
  },
  {
    id: 'S14',
    what: 'the security headers on everything that Hosting serves; every screen in Chromium under them without a violation',
  },
  {
    id: 'S15',
    what: 'writes from other sites are refused (Sec-Fetch-Site × Origin × every writing endpoint)',
  },
  {
    id: 'S16',
    what: 'Set-Cookie only with Cache-Control: private; every public GET and every 404 says how it may be cached',
  },
  {
    id: 'S17',
    what: 'export, wipe, import: documents, votes and pictures are identical by hash',
  },
  {
    id: 'S18',
    what: 'Firestore down: what was read still answers, writes are 503, nobody gets in as administrator; it recovers by itself',
  },
  {
    id: 'S19',
    what: 'most instances, timeouts, body and page limits are set',
  },
  {
    id: 'S20',
    what: 'a document that does not parse is skipped and logged once, one with fields of a later version is read; every list, ranking, search and page keeps working, also right after a start',
  },
  {
    id: 'S21',
    what: 'answers may gain fields: yesterday’s client works with tomorrow’s API',
  },
  {
    id: 'S22',
    what: 'while the database answers, a fact that is rejected, edited or deleted is gone within two minutes from everything the function and the CDN serve, and within an hour from its image’s own address',
  },
  {
    id: 'X1',
    what: 'compressed, large, endless or unexpected request bodies are refused before anything parses them, in the Functions Framework too; they cost no memory and delay nobody else',
  },
  {
    id: 'X2',
    what: 'with 300 concurrent calls the deployed bundle answers no 5xx except a deliberate 503, and every vote answered 201 is counted',
  },
  {
    id: 'X3',
    what: 'a full disk is reported and survived by the local stack',
  },
  {
    id: 'X4',
    what: 'acknowledged writes survive kill -9 of any process of the local stack; images and documents still agree',
  },
  {
    id: 'X5',
    what: 'a crashed function is restarted with increasing delays',
  },
  {
    id: 'X6',
    what: 'while 100 guessers on 100 networks guess without pause, the owner signs in from a known network within two attempts, from a new one within the documented wait',
  },
  {
    id: 'X7',
    what: 'quotas count IPv4 by /24 and /32 and IPv6 by /48 and /64; voting for a nonexistent joke does not create a voter',
  },
  {
    id: 'X8',
    what: 'nothing is written while a restore is unfinished, and the catalog check compares ratings with counts',
  },
  {
    id: 'X9',
    what: 'a 404 below /assets/ is not cached as a file would be',
  },
  {
    id: 'X10',
    what: 'a Google logout takes effect at once, also within a second of the sign-in',
  },
  {
    id: 'X11',
    what: 'malformed requests to the local Hosting, simultaneous starts, stacked combining marks, interrupted restores and damaged backups are handled with a clear answer',
  },
];
