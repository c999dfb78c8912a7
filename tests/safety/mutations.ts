import type { Mutation } from './mutation.ts';

const src = 'functions/src';

export const mutations: readonly Mutation[] = [
  {
    id: 'S26',
    what: 'each submission waits for its own change of the catalog',
    edits: [
      [
        `${src}/features/submissions/submissions.service.ts`,
        "storeBatched('submissions',",
        'storeBatched(text,',
      ],
    ],
    test: 'tests/api/floods.test.ts',
  },
  {
    id: 'S26',
    what: 'any number of submissions wait on an instance',
    edits: [
      [`${src}/domain/limits.ts`, 'submissionsInProgress: 30', 'submissionsInProgress: 30_000'],
    ],
    test: 'tests/api/floods.test.ts',
  },
  {
    id: 'S26',
    what: 'nothing limits what the whole site accepts',
    edits: [
      [
        `${src}/platform/throttles/throttles.service.ts`,
        '{ site, provider: site * PROVIDER_SHARE',
        '{ provider: site * PROVIDER_SHARE',
      ],
    ],
    test: 'tests/api/floods.test.ts',
  },
  {
    id: 'X1',
    what: 'compressed bodies are accepted',
    edits: [[`${src}/http/read-body.ts`, "encoding.toLowerCase() !== 'identity'", 'false']],
    test: 'tests/api/hostile-input.test.ts',
  },
  {
    id: 'X1',
    what: 'a body with a Content-Length above 16 KB is accepted',
    edits: [
      [`${src}/http/read-body.ts`, 'if (announcedBytes(request) > limit) throw tooLarge();', ''],
    ],
    test: 'tests/api/hostile-input.test.ts',
  },
  {
    id: 'X2',
    what: 'an error in a handler gets Express’s own response',
    edits: [[`${src}/http/error-handler.ts`, 'response.send(body);', '_next(thrown);']],
    test: `${src}/http/error-handler.test.ts`,
  },
  {
    id: 'P22',
    what: 'searches are not counted',
    edits: [[`${src}/features/jokes/visitor-searches.ts`, 'quota.take(network);', '']],
    test: 'tests/api/search.test.ts',
  },
  {
    id: 'P22',
    what: 'a search goes on when nobody waits for it',
    edits: [[`${src}/platform/concurrency/slices.ts`, 'signal?.throwIfAborted();', '']],
    test: `${src}/catalog/search.service.test.ts`,
  },
  {
    id: 'P22',
    what: 'the work for a client that hung up goes on',
    edits: [[`${src}/http/routing.ts`, "response.once('close', hangUp);", '']],
    test: `${src}/http/routing.test.ts`,
  },
  {
    id: 'P22',
    what: 'any number of searches wait for their turn',
    edits: [[`${src}/features/jokes/visitor-searches.ts`, 'queue.size >= WAITING', 'false']],
    test: `${src}/features/jokes/visitor-searches.test.ts`,
  },
  {
    id: 'S1',
    what: 'administrators’ endpoints accept every signed-in account',
    edits: [[`${src}/http/authenticate.ts`, "access === 'admin' && !isAdmin(identity)", 'false']],
    test: 'tests/api/permissions.test.ts',
  },
  {
    id: 'S2',
    what: 'lists and rankings return jokes of any status',
    edits: [
      [`${src}/features/jokes/joke-cache.ts`, "joke?.status === 'approved' ? joke", 'joke ? joke'],
      [
        `${src}/features/jokes/jokes.service.ts`,
        "isAdmin(identity) ? ['approved', 'pending', 'rejected'] : ['approved']",
        "['approved', 'pending', 'rejected']",
      ],
    ],
    test: 'tests/api/visibility.test.ts',
  },
  {
    id: 'S2',
    what: 'visitors’ searches find and correct with words of jokes of any status',
    edits: [[`${src}/catalog/search-index.ts`, "statusOf(root, id) !== 'approved'", 'false']],
    test: 'tests/api/search.test.ts',
  },
  {
    id: 'S2',
    what: 'a submitter sees similar jokes of any status',
    edits: [
      [
        `${src}/features/jokes/jokes.routes.ts`,
        "statuses: ['approved']",
        'statuses: jokeStatus.options',
      ],
    ],
    test: 'tests/api/visibility.test.ts',
  },
  {
    id: 'S2',
    what: 'visitors can look up the image of any joke',
    edits: [[`${src}/features/jokes/jokes.service.ts`, 'if (isAdmin(identity)) return', 'return']],
    test: 'tests/api/visibility.test.ts',
  },
  {
    id: 'S2',
    what: 'a cached response is still sent after its joke is rejected',
    edits: [[`${src}/http/response-cache.ts`, 'found?.version === contentVersion()', 'found']],
    test: 'tests/api/moderation.test.ts',
  },
  {
    id: 'S2',
    what: 'anyone with its URL gets the image of any joke',
    edits: [[`${src}/features/images/images.service.ts`, 'signed || (await', 'true || (await']],
    test: 'tests/api/images.test.ts',
  },
  {
    id: 'S2',
    what: 'the signature of one image opens every other',
    edits: [
      [
        `${src}/features/jokes/image-signatures.service.ts`,
        '`${imageOfFile(fileName)} ${expires}`',
        '`${fileName.length} ${expires}`',
      ],
    ],
    test: 'tests/api/images.test.ts',
  },
  {
    id: 'S2',
    what: 'a receipt reveals the number of a joke that is not public',
    edits: [
      [
        `${src}/features/submissions/submissions.service.ts`,
        "joke_id: status === 'approved' ? joke_id : null",
        'joke_id',
      ],
    ],
    test: 'tests/api/submissions.test.ts',
  },
  {
    id: 'S3',
    what: 'the Firestore rules let a signed-in client read',
    edits: [['firestore.rules', 'if false', 'if request.auth != null']],
    test: 'tests/rules-grant-nothing.test.ts',
  },
  {
    id: 'S4',
    what: 'the setup does not look for an administrator in its transaction',
    edits: [
      [
        `${src}/features/sessions/password-admins.service.ts`,
        'if (first) throw alreadyExists();',
        '',
      ],
    ],
    test: 'tests/api/sign-in-setup.test.ts',
  },
  {
    id: 'S5',
    what: 'bcrypt hashes the password without a prehash',
    edits: [
      [
        `${src}/features/sessions/password-worker.ts`,
        'const prehash = digest(password)',
        'const prehash = password',
      ],
    ],
    test: `${src}/features/sessions/password-hasher.test.ts`,
  },
  {
    id: 'S5',
    what: 'bcrypt’s cost is 10',
    edits: [[`${src}/features/sessions/password-worker.ts`, 'COST = 12', 'COST = 10']],
    test: `${src}/features/sessions/password-hasher.test.ts`,
  },
  {
    id: 'S6',
    what: 'guesses are not counted',
    edits: [
      [
        `${src}/features/sessions/login-guard.service.ts`,
        'if (place.waitMs === 0) counts.add(uses);',
        '',
      ],
    ],
    test: 'tests/api/sign-in-guessing.test.ts',
  },
  {
    id: 'S6',
    what: 'guesses from other networks lock out the owner',
    edits: [
      [
        `${src}/features/sessions/login-guard.service.ts`,
        'if (networkIsKnown) return',
        'if (username === null) return',
      ],
    ],
    test: 'tests/api/sign-in-guessing.test.ts',
  },
  {
    id: 'S6',
    what: 'whoever claims the owner’s address uses up the guesses of the owner’s browser',
    edits: [
      [
        `${src}/features/sessions/password-admins.service.ts`,
        'if (browser !== undefined) {',
        'if (browser === null) {',
      ],
    ],
    test: 'tests/api/sign-in-guessing.test.ts',
  },
  {
    id: 'S6',
    what: 'an unknown user is refused without hashing',
    edits: [[`${src}/features/sessions/password-admins.service.ts`, '?? DUMMY_HASH', "?? ''"]],
    test: 'tests/api/sign-in-passwords.test.ts',
  },
  {
    id: 'S7',
    what: 'sessions do not expire',
    edits: [
      [`${src}/features/sessions/sessions.service.ts`, 'now < session.expires_at.getTime() &&', ''],
    ],
    test: 'tests/api/sign-in.test.ts',
  },
  {
    id: 'S7',
    what: 'sessions outlive a password change',
    edits: [
      [
        `${src}/features/sessions/sessions.service.ts`,
        '|| admin.password_id !== session.password_id',
        '',
      ],
    ],
    test: 'tests/api/sign-in.test.ts',
  },
  {
    id: 'S8',
    what: 'forged voter ids are accepted',
    edits: [
      [
        `${src}/platform/signing/signing.service.ts`,
        'return (await verify(purpose, id + holder, code)) ? id : undefined',
        'return id',
      ],
    ],
    test: 'tests/api/ratings.test.ts',
  },
  {
    id: 'S8',
    what: 'every request to the site carries the voter’s cookie',
    edits: [
      [
        `${src}/http/bind-endpoints.ts`,
        'COOKIE_PATHS[endpoint.cookie].map((path) => API_BASE_PATH + path)',
        "['/']",
      ],
    ],
    test: 'tests/api/ratings.test.ts',
  },
  {
    id: 'S9',
    what: 'zero-width and control characters stay in a text',
    edits: [[`${src}/domain/joke-length.ts`, ".replace(EMOJI_OR_INVISIBLE, '$1')", '']],
    test: 'tests/api/submissions.test.ts',
  },
  {
    id: 'S10',
    what: 'a joke is read outside its transaction',
    edits: [
      [
        `${src}/features/jokes/jokes.data.ts`,
        'await transaction.get(reference(jokeId))',
        'await reference(jokeId).get()',
      ],
    ],
    test: 'tests/api/concurrency.test.ts',
  },
  {
    id: 'S10',
    what: 'a vote repeated with its key is counted again',
    edits: [
      [
        `${src}/platform/voters/voters.service.ts`,
        'if (idempotencyKey === undefined) return',
        'return',
      ],
      [
        `${src}/features/ratings/ratings.data.ts`,
        "'attempt', 'in', [...new Set(attempts)]",
        "'attempt', 'in', ['']",
      ],
    ],
    test: 'tests/api/ratings.test.ts',
  },
  {
    id: 'X8',
    what: 'a vote on a fact that a restore has not written yet is refused for good',
    edits: [
      [
        `${src}/platform/database/restore-guard.ts`,
        "if (error instanceof ApiError && error.code === 'not_found') await refuseDuringRestore('now');",
        '',
      ],
    ],
    test: 'tests/api/backup.test.ts',
  },
  {
    id: 'S10',
    what: 'a browser can report a joke any number of times',
    edits: [
      [`${src}/features/reports/reports.service.ts`, 'if (stored.has(voter)) continue;', ''],
      [
        `${src}/features/reports/reports.data.ts`,
        'transaction.create(reference(created.joke_id, voter), created);',
        'transaction.set(reference(created.joke_id, voter), created);',
      ],
    ],
    test: 'tests/api/reports.test.ts',
  },
  {
    id: 'S10',
    what: 'a repeated vote fails while the first one is in progress',
    edits: [
      [`${src}/features/ratings/ratings.service.ts`, 'if (documentExists(error))', 'if (!error)'],
    ],
    test: 'tests/api/ratings.test.ts',
  },
  {
    id: 'S10',
    what: 'the browser sends an unanswered vote again with another key',
    edits: [
      [
        'web/src/features/jokes/send-votes.ts',
        '{ idempotencyKey: key }',
        '{ idempotencyKey: crypto.randomUUID() }',
      ],
    ],
    test: 'web/src/features/jokes/send-votes.test.ts',
  },
  {
    id: 'S11',
    what: 'a vote whose commit got no response is not recognized',
    edits: [
      [
        `${src}/features/ratings/ratings.service.ts`,
        'ratings.create(transaction, voter, rating)',
        "ratings.create(transaction, voter, { ...rating, attempt: 'of another' })",
      ],
    ],
    test: 'tests/api/faults.test.ts',
  },
  {
    id: 'S11',
    what: 'a submission does not recognize its own earlier attempt',
    edits: [
      [
        `${src}/features/submissions/submissions.service.ts`,
        'jokes.findByReceipts(transaction, [...hashes])',
        "jokes.findByReceipts(transaction, [''])",
      ],
    ],
    test: 'tests/api/faults.test.ts',
  },
  {
    id: 'S12',
    what: 'the files of an image are stored after the joke refers to them',
    edits: [
      [
        `${src}/features/images/images.service.ts`,
        '    await files.createAll(file, joke.joke_id, sizes);\n',
        '',
      ],
      [
        `${src}/features/images/images.service.ts`,
        '    if (old) await',
        '    await files.createAll(file, joke.joke_id, sizes);\n    if (old) await',
      ],
    ],
    test: 'tests/api/images-crash.test.ts',
  },
  {
    id: 'S13',
    what: 'unknown fields of a body are accepted',
    edits: [
      [
        `${src}/contract/entities.ts`,
        'ratingSubmission = z.strictObject',
        'ratingSubmission = z.object',
      ],
    ],
    test: 'tests/api/schema-input.test.ts',
  },
  {
    id: 'S14',
    what: 'Hosting sends no HSTS',
    edits: [['firebase.json', 'Strict-Transport-Security', 'X-Other']],
    test: 'tests/deploy/files.test.ts',
  },
  {
    id: 'S14',
    what: 'other sites may frame facts',
    edits: [['firebase.json', "frame-ancestors 'none'", 'frame-ancestors *']],
    test: 'tests/deploy/files.test.ts',
  },
  {
    id: 'S15',
    what: 'writes from other sites are not checked',
    edits: [[`${src}/app.ts`, '  app.use(refuseCrossSiteWrites);\n', '']],
    test: 'tests/api/headers.test.ts',
  },
  {
    id: 'S15',
    what: 'Sec-Fetch-Site is trusted to say same-site',
    edits: [[`${src}/http/cross-site.ts`, "|| site === 'none'", "|| site !== 'cross-site'"]],
    test: 'tests/api/headers.test.ts',
  },
  {
    id: 'S15',
    what: 'scripts of other sites may read responses to a bearer',
    edits: [[`${src}/http/cors.ts`, 'if (request.headers.authorization === undefined) ', '']],
    test: 'tests/api/cors.test.ts',
  },
  {
    id: 'S16',
    what: 'Hosting lets browsers and the CDN store a random page',
    edits: [['firebase.json', '/@(submit|about|', '/@(random|submit|about|']],
    test: 'local/stack/hosting/function-proxy.test.ts',
  },
  {
    id: 'S16',
    what: 'a response that sets a cookie is not private',
    edits: [
      [
        `${src}/http/cache-headers.ts`,
        'if (!policy || personal) return PRIVATE;',
        "if (!policy || personal) return 'no-store';",
      ],
    ],
    test: 'tests/api/cache-headers.test.ts',
  },
  {
    id: 'S16',
    what: 'shared caches may store a signed image',
    edits: [[`${src}/http/bind-endpoints.ts`, 'personal || file.personal', 'personal']],
    test: 'tests/api/images.test.ts',
  },
  {
    id: 'S17',
    what: 'an export leaves the votes out',
    edits: [
      [`${src}/operations/backup/backup-folder.ts`, "'throttles',", "'throttles', 'ratings',"],
    ],
    test: 'tests/api/backup.test.ts',
  },
  {
    id: 'S18',
    what: 'cached content is not served while Firestore is down',
    edits: [
      [
        `${src}/platform/cache/cache.ts`,
        'if (!stale) throw error;',
        'if (stale || !stale) throw error;',
      ],
    ],
    test: 'tests/api/outage.test.ts',
  },
  {
    id: 'S18',
    what: 'after a failure nothing is read again',
    edits: [
      [
        `${src}/platform/cache/cache.ts`,
        'fetch.options.ttl = RETRY_MS;',
        'fetch.options.ttl = Infinity;',
      ],
    ],
    test: 'tests/api/outage.test.ts',
  },
  {
    id: 'S19',
    what: 'the number of instances is not limited',
    edits: [[`${src}/parameters.ts`, 'maxInstances: defineInt', 'mostInstances: defineInt']],
    test: 'tests/deploy/function.test.ts',
  },
  {
    id: 'S21',
    what: 'the site refuses responses with an unknown field',
    edits: [
      [
        'web/src/api/read-response.ts',
        'required.every((name) => fields.has(name)) &&',
        '[...fields.keys()].every((name) => name in properties) &&',
      ],
    ],
    test: 'tests/e2e/dashboard-list.test.ts',
  },
  {
    id: 'S20',
    what: 'one malformed document fails the whole list',
    edits: [
      [
        `${src}/platform/database/stored-document.data.ts`,
        '    report(error);\n',
        '    throw error;\n',
      ],
    ],
    test: 'tests/api/documents.test.ts',
  },
  {
    id: 'S20',
    what: 'documents are written without their schema version',
    edits: [
      [
        `${src}/platform/database/stored-document.data.ts`,
        '({ ...fields, schema_version: SCHEMA_VERSION })',
        'fields',
      ],
    ],
    test: 'tests/api/documents.test.ts',
  },
  {
    id: 'X8',
    what: 'writes go on during a restore',
    edits: [
      [
        `${src}/platform/database/restore-guard.ts`,
        'mark.exists(transaction) : unfinished.get()',
        'false : false',
      ],
    ],
    test: 'tests/api/backup.test.ts',
  },
  {
    id: 'X8',
    what: 'a restore deletes ratings before jokes and restores jokes first',
    edits: [
      [
        `${src}/operations/backup/restore.service.ts`,
        "LAST = ['jokes', CATALOG]",
        'LAST = [CATALOG]',
      ],
    ],
    test: 'tests/api/backup.test.ts',
  },
  {
    id: 'X8',
    what: 'the catalog check does not count ratings',
    edits: [[`${src}/operations/catalog-comparison.ts`, 'stored > num_votes', 'false']],
    test: 'tests/api/catalog-check.test.ts',
  },
  {
    id: 'X11',
    what: 'the catalog check compares a site with an interrupted restore',
    edits: [
      [
        `${src}/operations/catalog-check.service.ts`,
        '    return { jokes: 0, problems: 1, repairable: 0 };\n',
        '',
      ],
    ],
    test: 'tests/api/catalog-check.test.ts',
  },
  {
    id: 'X7',
    what: 'a vote for a joke that does not exist creates a voter',
    edits: [[`${src}/platform/voters/once-per-browser.service.ts`, 'await check();', '']],
    test: 'tests/api/ratings.test.ts',
  },
  {
    id: 'X6',
    what: 'no turn is reserved for a network that received a retry time',
    edits: [
      [
        `${src}/features/sessions/guess-line.ts`,
        'line.push({ network, period, used: period === current });',
        'if (period === current) line.push({ network, period, used: true });',
      ],
    ],
    test: 'tests/api/sign-in-guessing.test.ts',
  },
  {
    id: 'X6',
    what: 'a known network waits behind all other passwords',
    edits: [
      [`${src}/features/sessions/password-hasher.ts`, 'priority: urgent ? 1 : 0', 'priority: 0'],
    ],
    test: `${src}/features/sessions/password-hasher.test.ts`,
  },
  {
    id: 'X7',
    what: 'quotas treat the networks in one /48 as unrelated',
    edits: [
      [`${src}/http/client-network.ts`, '${groups.slice(0, 3).join', '${groups.slice(0, 4).join'],
    ],
    test: 'tests/api/ratings.test.ts',
  },
  {
    id: 'S22',
    what: 'the CDN may cache lists and jokes for ten minutes',
    edits: [[`${src}/contract/endpoints.ts`, 'seconds: 60 }', 'seconds: 600 }']],
    test: 'tests/api/takedown.test.ts',
  },
  {
    id: 'S22',
    what: 'an instance looks at the catalog once a minute',
    edits: [[`${src}/catalog/catalog.service.ts`, 'LIFETIME_MS = 25_000', 'LIFETIME_MS = 60_000']],
    test: 'tests/api/takedown.test.ts',
  },
  {
    id: 'S22',
    what: 'a ranking without the catalog is served for a minute after a deletion',
    edits: [[`${src}/http/response-cache.ts`, 'LIFETIME_MS = 10_000', 'LIFETIME_MS = 60_000']],
    test: 'tests/api/takedown.test.ts',
  },
  {
    id: 'S22',
    what: 'a stored card does not depend on the text that it shows',
    edits: [
      [`${src}/features/cards/cards.service.ts`, 'joke_id, joke_text, image?', 'joke_id, image?'],
    ],
    test: 'tests/api/takedown.test.ts',
  },
  {
    id: 'S2',
    what: 'a card is found for an administrator instead of a visitor',
    edits: [
      [
        `${src}/features/cards/cards.service.ts`,
        'find(visitor,',
        "find({ kind: 'admin', provider: 'password', username: '', session: '' },",
      ],
    ],
    test: 'tests/api/cards.test.ts',
  },
  {
    id: 'X7',
    what: 'a direct caller of the function can choose the network for its quota',
    edits: [[`${src}/http/client-network.ts`, 'wide: own.wide, provider', 'wide, provider']],
    test: 'tests/api/submissions.test.ts',
  },
  {
    id: 'X10',
    what: 'a Google logout revokes no tokens from the current second',
    edits: [
      [
        `${src}/features/sessions/google-login.service.ts`,
        'if (wait > 0) await setTimeout(wait);',
        '',
      ],
    ],
    test: 'tests/api/google-sign-in.test.ts',
  },
  {
    id: 'X3',
    what: 'a commit that the full disk refused is applied and acknowledged',
    edits: [
      [
        'packages/firestore-emulator/src/persistence/data-file.ts',
        "throw new RpcError(Code.UNAVAILABLE, `The data file can't be written: ${reason}`);",
        'return;',
      ],
    ],
    test: 'local/stack/emulators/data-emulators.test.ts',
  },
  {
    id: 'X4',
    what: 'a commit is acknowledged without being in the data file',
    edits: [
      [
        'packages/firestore-emulator/src/database.ts',
        'if (changed.size > 0) this.journal?.append',
        'if (changed.size > 1) this.journal?.append',
      ],
    ],
    test: 'local/stack/emulators/data-emulators.test.ts',
  },
  {
    id: 'X3',
    what: 'a log that can’t be written ends the stack',
    edits: [['local/stack/stack-process.ts', 'failing = true;', 'throw error;']],
    test: 'local/stack/stack-process.test.ts',
  },
  {
    id: 'X5',
    what: 'a crashed function is restarted without increasing delays',
    edits: [
      [
        'local/stack/function/cloud-function.ts',
        'Math.min(delay * 2, RESTART_DELAY.longest)',
        'RESTART_DELAY.first',
      ],
    ],
    test: 'local/stack/function/cloud-function.test.ts',
  },
  {
    id: 'X9',
    what: 'a 404 below /assets/ is cached for a year',
    edits: [
      ['firebase.json', 'public, max-age=60, s-maxage=3600', 'public, max-age=31536000, immutable'],
    ],
    test: 'local/stack/hosting/hosting.test.ts',
  },
  {
    id: 'X11',
    what: 'a path that no file can have gets 500',
    edits: [
      [
        'local/stack/hosting/hosting.ts',
        'if (tooLong || error instanceof URIError) return null;',
        '',
      ],
    ],
    test: 'local/stack/hosting/hosting.test.ts',
  },
  {
    id: 'P22',
    what: 'an unknown parameter bypasses the cache',
    edits: [[`${src}/http/response-cache.ts`, 'pageUrl(originalUrl)', 'originalUrl']],
    test: `${src}/http/response-cache.test.ts`,
  },
  {
    id: 'P22',
    what: 'any number of responses are compressed at once',
    edits: [
      [`${src}/http/response-cache.ts`, 'MAXIMUM_COMPRESSIONS = 1', 'MAXIMUM_COMPRESSIONS = 100'],
    ],
    test: `${src}/http/response-cache.test.ts`,
  },
  {
    id: 'P22',
    what: 'every request writes its part of the sitemap',
    edits: [
      [`${src}/features/pages/sitemap.service.ts`, 'if (latest?.index !== index) latest', 'latest'],
    ],
    test: `${src}/features/pages/sitemap.service.test.ts`,
  },
  {
    id: 'P22',
    what: 'the function starts without the settings that return freed memory',
    edits: [['functions/.env', 'MALLOC_TRIM_THRESHOLD_=131072\n', '']],
    test: 'tests/deploy/parameters.test.ts',
  },
  {
    id: 'X2',
    what: 'a request that is shed is logged as a fault',
    edits: [[`${src}/http/error-handler.ts`, ' && !error.shed', '']],
    test: 'tests/api/request-log.test.ts',
  },
  {
    id: 'X1',
    what: 'a client that sends its body slowly gets 503',
    edits: [
      [
        `${src}/http/read-body.ts`,
        "'request_timeout', 'The request",
        "'unavailable', 'The request",
      ],
    ],
    test: 'tests/api/request-log.test.ts',
  },
  {
    id: 'X12',
    what: 'an approval can be undone after a later decision',
    edits: [[`${src}/features/moderation/log.service.ts`, 'joke?.last_change === id', 'joke']],
    test: 'tests/api/decisions.test.ts',
  },
  {
    id: 'S24',
    what: 'a decision that another moderator has made is overruled',
    edits: [
      [
        `${src}/features/moderation/moderated-fields.ts`,
        'if (status === undefined || status === joke.status || joke.status === wanted)',
        'if (true)',
      ],
    ],
    test: 'tests/api/decisions.test.ts',
  },
  {
    id: 'S24',
    what: 'an approval publishes a text that was changed meanwhile',
    edits: [
      [
        `${src}/features/moderation/moderated-fields.ts`,
        'if (text_hash !== undefined && text_hash !== now.text_hash)',
        'if (false)',
      ],
    ],
    test: 'tests/api/decisions.test.ts',
  },
];
