import type { Requirement } from './requirements.ts';

interface Edit {
  file: string;
  /** what stands there, exactly once */
  part: string;
  by: string;
}

/** A deliberate fault, and the test file whose tests of this requirement must fail for it. */
export interface Mutation {
  id: Requirement['id'];
  what: string;
  edits: Edit[];
  test: string;
}

/**
 * A file's text with a fault in it.
 * @throws when the text to be replaced does not stand there exactly once
 */
export function withFault(text: string, { file, part, by }: Edit): string {
  const [before, after, ...more] = text.split(part);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`To plant a fault, this must stand exactly once in ${file}: ${part}`);
  }
  return before + by + after;
}

const src = 'functions/src';

export const mutations: readonly Mutation[] = [
  {
    id: 'S1',
    what: 'administrators’ endpoints let every signed-in account in',
    edits: [
      {
        file: `${src}/http/authenticate.ts`,
        part: "access === 'admin' && !isAdmin(identity)",
        by: 'false',
      },
    ],
    test: 'tests/api/permissions.test.ts',
  },
  {
    id: 'S2',
    what: 'lists keep and show facts of any status',
    edits: [
      { file: `${src}/jokes/kept-jokes.ts`, part: 'jokes.filter(isApproved).map', by: 'jokes.map' },
      {
        file: `${src}/jokes/jokes.service.ts`,
        part: "isAdmin(identity) ? ['approved', 'pending', 'rejected'] : ['approved']",
        by: "['approved', 'pending', 'rejected']",
      },
    ],
    test: 'tests/api/visibility.test.ts',
  },
  {
    id: 'S2',
    what: 'anyone is told of any fact’s picture',
    edits: [
      {
        file: `${src}/jokes/jokes.service.ts`,
        part: 'if (isAdmin(identity)) return',
        by: 'return',
      },
    ],
    test: 'tests/api/visibility.test.ts',
  },
  {
    id: 'S3',
    what: 'the Firestore rules let a signed-in client read',
    edits: [{ file: 'firestore.rules', part: 'if false', by: 'if request.auth != null' }],
    test: 'tests/rules-grant-nothing.test.ts',
  },
  {
    id: 'S4',
    what: 'the setup does not look for an administrator in its transaction',
    edits: [
      {
        file: `${src}/sessions/admin-setup.service.ts`,
        part: 'if (first) throw alreadyExists();',
        by: '',
      },
    ],
    test: 'tests/api/sign-in-setup.test.ts',
  },
  {
    id: 'S5',
    what: 'bcrypt is given the password itself, without a prehash',
    edits: [
      {
        file: `${src}/sessions/password-worker.ts`,
        part: 'const prehash = digest(job.password)',
        by: 'const prehash = job.password',
      },
    ],
    test: `${src}/sessions/password-hasher.test.ts`,
  },
  {
    id: 'S5',
    what: 'bcrypt’s cost is 10',
    edits: [{ file: `${src}/sessions/password-worker.ts`, part: 'COST = 12', by: 'COST = 10' }],
    test: `${src}/sessions/password-hasher.test.ts`,
  },
  {
    id: 'S6',
    what: 'guesses are not counted',
    edits: [
      {
        file: `${src}/sessions/login-guard.service.ts`,
        part: 'await throttles.takeAll(uses);',
        by: '',
      },
    ],
    test: 'tests/api/sign-in-guessing.test.ts',
  },
  {
    id: 'S6',
    what: 'guesses from elsewhere lock the owner out',
    edits: [
      {
        file: `${src}/sessions/login-guard.service.ts`,
        part: 'networkIsKnown ? []',
        by: 'false ? []',
      },
    ],
    test: 'tests/api/sign-in-guessing.test.ts',
  },
  {
    id: 'S6',
    what: 'an unknown user is refused without hashing',
    edits: [
      {
        file: `${src}/sessions/admin-login.service.ts`,
        part: '?? NOBODYS_HASH',
        by: "?? ''",
      },
    ],
    test: 'tests/api/sign-in-passwords.test.ts',
  },
  {
    id: 'S7',
    what: 'sessions do not expire',
    edits: [
      {
        file: `${src}/sessions/sessions.service.ts`,
        part: 'now < session.expires_at.getTime() &&',
        by: '',
      },
    ],
    test: 'tests/api/sign-in.test.ts',
  },
  {
    id: 'S7',
    what: 'sessions outlive a password change',
    edits: [
      {
        file: `${src}/sessions/sessions.service.ts`,
        part: '|| admin.password_id !== session.password_id',
        by: '',
      },
    ],
    test: 'tests/api/sign-in.test.ts',
  },
  {
    id: 'S8',
    what: 'forged voter ids are taken',
    edits: [
      {
        file: `${src}/voters/voters.service.ts`,
        part: 'return genuine ? voter : undefined',
        by: 'return voter',
      },
    ],
    test: 'tests/api/ratings.test.ts',
  },
  {
    id: 'S9',
    what: 'zero-width and control characters stay in a text',
    edits: [{ file: `${src}/contract/joke-length.ts`, part: ".replace(INVISIBLE, '')", by: '' }],
    test: 'tests/api/submissions.test.ts',
  },
  {
    id: 'S10',
    what: 'a joke is read beside its transaction instead of through it',
    edits: [
      {
        file: `${src}/jokes/jokes.data.ts`,
        part: 'await transaction.get(reference(jokeId))',
        by: 'await reference(jokeId).get()',
      },
    ],
    test: 'tests/api/concurrency.test.ts',
  },
  {
    id: 'S11',
    what: 'a vote whose commit was not answered is not known again',
    edits: [
      {
        file: `${src}/ratings/ratings.service.ts`,
        part: 'stored[index]?.attempt ?? owners',
        by: "(stored[index] && 'of another') ?? owners",
      },
    ],
    test: 'tests/api/faults.test.ts',
  },
  {
    id: 'S12',
    what: 'the files of a picture are stored after the joke points to them',
    edits: [
      {
        file: `${src}/images/image-generation.service.ts`,
        part: '    await files.createAll(file, joke.joke_id, sizes);\n',
        by: '',
      },
      {
        file: `${src}/images/image-generation.service.ts`,
        part: '    if (old) await',
        by: '    await files.createAll(file, joke.joke_id, sizes);\n    if (old) await',
      },
    ],
    test: 'tests/api/images-crash.test.ts',
  },
  {
    id: 'S13',
    what: 'unknown fields of a body are accepted',
    edits: [
      {
        file: `${src}/contract/entities.ts`,
        part: 'ratingSubmission = z.strictObject',
        by: 'ratingSubmission = z.object',
      },
    ],
    test: 'tests/api/schema-input.test.ts',
  },
  {
    id: 'S14',
    what: 'Hosting sends no HSTS',
    edits: [{ file: 'firebase.json', part: 'Strict-Transport-Security', by: 'X-Other' }],
    test: 'tests/deploy/files.test.ts',
  },
  {
    id: 'S15',
    what: 'the check for writes from other sites is gone',
    edits: [{ file: `${src}/app.ts`, part: '  app.use(refuseCrossSiteWrites);\n', by: '' }],
    test: 'tests/api/headers.test.ts',
  },
  {
    id: 'S15',
    what: 'Sec-Fetch-Site is trusted to say same-site',
    edits: [
      {
        file: `${src}/http/cross-site.ts`,
        part: "|| site === 'none'",
        by: "|| site !== 'cross-site'",
      },
    ],
    test: 'tests/api/headers.test.ts',
  },
  {
    id: 'S16',
    what: 'an answer that sets a cookie is not private',
    edits: [
      {
        file: `${src}/http/cache-headers.ts`,
        part: "case 'none':\n      return PRIVATE",
        by: "case 'none':\n      return 'no-store'",
      },
      { file: `${src}/http/cache-headers.ts`, part: 'if (personal) return PRIVATE;', by: '' },
    ],
    test: 'tests/api/cache-headers.test.ts',
  },
  {
    id: 'S17',
    what: 'an export leaves the votes out',
    edits: [
      {
        file: `${src}/backup/backup-layout.ts`,
        part: "'throttles',",
        by: "'throttles', 'ratings',",
      },
    ],
    test: 'tests/api/backup.test.ts',
  },
  {
    id: 'S18',
    what: 'what was read does not answer while Firestore is down',
    edits: [
      {
        file: `${src}/concurrency/expiring-value.ts`,
        part: 'if (!kept) throw error;',
        by: 'if (kept || !kept) throw error;',
      },
    ],
    test: 'tests/api/outage.test.ts',
  },
  {
    id: 'S18',
    what: 'after a failure nothing is read anew',
    edits: [
      {
        file: `${src}/concurrency/expiring-value.ts`,
        part: 'kept.expires = clock() + PAUSE_MS;',
        by: 'kept.expires = Infinity;',
      },
    ],
    test: 'tests/api/outage.test.ts',
  },
  {
    id: 'S19',
    what: 'the number of instances is not bounded',
    edits: [
      {
        file: `${src}/parameters.ts`,
        part: 'maxInstances: defineInt',
        by: 'mostInstances: defineInt',
      },
    ],
    test: 'tests/deploy/function.test.ts',
  },
];
