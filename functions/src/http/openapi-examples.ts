import {
  embedCode,
  PRODUCT_NAME,
  type EndpointInput,
  type EndpointName,
  type EndpointOutput,
  type Endpoints,
} from '../contract/index.ts';

type Example<N extends EndpointName> = Partial<EndpointInput<N>> &
  (Endpoints[N]['output'] extends null ? unknown : { output: EndpointOutput<N> });

const JOKE = {
  joke_id: 42,
  joke_text: 'Chuck Norris never sets an alarm. Morning asks him for permission.',
  rating: 4.6,
  num_votes: 128,
  user_can_vote: true,
  status: 'approved',
  status_id: 1,
  image_url: '/api/v1/images/files/0f343b0931126a20f133d67c2b018a3b-640.webp',
  created_at: '2026-11-01T00:00:00.000Z',
} as const;
const NEXT_JOKE = {
  ...JOKE,
  joke_id: 43,
  joke_text: 'Chuck Norris counted to infinity. Then he checked the result.',
  rating: 4.4,
  num_votes: 96,
  image_url: null,
} as const;
const PENDING = {
  ...JOKE,
  joke_id: 44,
  joke_text: 'Chuck Norris is early. The queue is late.',
  rating: 0,
  num_votes: 0,
  status: 'pending',
  status_id: 2,
  image_url: null,
} as const;
const SIMILAR = {
  joke_id: 42,
  joke_text: JOKE.joke_text,
  status: 'approved',
  similarity: 0.82,
} as const;

const RECEIPT = 'rT9c1mXfA0mQ3b8y5o2uWk7vZpLhJd4sEgNqRi6tYxM';
const AUDIT_ID = 'Zk3uQ9mB7xT1cL5vW8rD';
const TIME = '2026-11-22T09:30:00.000Z';
const TOTALS = { approved: 739, pending: 11, rejected: 57 };
const REPORTS = { offensive: 2, duplicate: 1, personal_data: 0, other: 0 };
const PASSWORD = 'a long and honest password';
const TEXT_HASH = 'q3Vn0cXf7TbYw2Lk';
/** What the moderator saw of the pending joke. */
const SEEN = { status: 'pending', text_hash: 'Hc8sPw1zK5eRjM9a' } as const;
const DECISION = { joke_id: 44, audit_id: AUDIT_ID, totals: TOTALS } as const;
/** Votes that a moderator discards. */
const CHOICE = {
  from: '2026-11-22T09:00:00.000Z',
  to: '2026-11-22T10:00:00.000Z',
  stars: [5],
  group: 171,
};
const GOOGLE_USER = {
  uid: 'q7Xw2mB9fTc4Lk8vR1zD',
  email: 'reader@example.com',
  displayName: 'A Reader',
  photoURL: null,
  emailVerified: true,
};

/** What every call may be sent and answers, for the documentation: the schemas accept it. */
export const examples: { [N in EndpointName]: Example<N> } = {
  listJokes: {
    query: { page: 1, per_page: 2, search: 'chuck' },
    output: { jokes: [NEXT_JOKE, JOKE], total: 739, pages: 370, page: 1, per_page: 2 },
  },
  getRandomJoke: { output: JOKE },
  listTopJokes: {
    query: { limit: 2 },
    output: { jokes: [JOKE, NEXT_JOKE], total: 2, pages: 1, page: 1, per_page: 2 },
  },
  listNewestJokes: {
    query: { limit: 2 },
    output: { jokes: [NEXT_JOKE, JOKE], total: 2, pages: 1, page: 1, per_page: 2 },
  },
  searchJokes: {
    query: { q: 'alarm chuck', per_page: 2 },
    output: {
      jokes: [JOKE],
      total: 1,
      pages: 1,
      page: 1,
      per_page: 2,
      match: 'exact',
      words: ['alarm', 'chuck'],
    },
  },
  submitJoke: {
    body: { joke_text: PENDING.joke_text },
    output: { joke_id: 44, status: 'pending', receipt: RECEIPT },
  },
  getSubmission: {
    params: { receipt: RECEIPT },
    output: {
      status: 'approved',
      reason: null,
      submitted_at: '2026-11-21T18:00:00.000Z',
      decided_at: TIME,
      joke_id: 44,
    },
  },
  findSimilarJokes: {
    body: { joke_text: 'Chuck Norris sets no alarm. The morning asks for his permission.' },
    output: { similar: [SIMILAR] },
  },
  getJoke: { params: { id: 42 }, output: { ...JOKE, previous_id: 41, next_id: 43 } },
  rateJoke: {
    body: { joke_id: 42, rating_num: 5 },
    output: { joke_id: 42, rating: 4.6, num_votes: 129, rating_num: 5, user_can_vote: false },
  },
  reportJoke: {
    body: { joke_id: 42, reason: 'duplicate' },
    output: { joke_id: 42, reported: true },
  },
  approveJoke: {
    params: { id: 44 },
    body: { expected: SEEN },
    output: { ...DECISION, status: 'approved' },
  },
  rejectJoke: {
    params: { id: 44 },
    body: { expected: SEEN },
    output: { ...DECISION, status: 'rejected' },
  },
  deleteJoke: { params: { id: 44 }, query: SEEN, output: { ...DECISION, deleted: true } },
  editJoke: {
    params: { id: 42 },
    body: {
      joke_text: JOKE.joke_text,
      expected: { status: 'approved', text_hash: 'Hc8sPw1zK5eRjM9a' },
    },
    output: { ...JOKE, image_outdated: true, text_hash: TEXT_HASH, audit_id: AUDIT_ID },
  },
  moderateJokes: {
    body: {
      action: 'reject',
      joke_ids: [44],
      reason: 'duplicate',
      expected: [{ joke_id: 44, ...SEEN }],
    },
    output: {
      results: [{ joke_id: 44, status: 'rejected', audit_id: AUDIT_ID }],
      totals: TOTALS,
    },
  },
  undoModeration: {
    params: { audit_id: AUDIT_ID },
    output: { joke_id: 44, ...SEEN, joke_text: PENDING.joke_text, totals: TOTALS },
  },
  listAudit: {
    query: { limit: 1 },
    output: {
      entries: [
        {
          audit_id: AUDIT_ID,
          at: TIME,
          actor: { provider: 'password', username: 'owner' },
          action: 'reject',
          joke_id: 44,
          before: { status: 'pending' },
          after: { status: 'rejected' },
          reason: 'duplicate',
          undone_by: null,
          can_undo: true,
        },
      ],
      next: AUDIT_ID,
    },
  },
  listSimilarJokes: {
    params: { id: 44 },
    output: { similar: [{ ...SIMILAR, text_hash: TEXT_HASH }] },
  },
  getQueue: {
    query: { after: 0, limit: 1 },
    output: {
      entries: [
        {
          joke: { ...PENDING, text_hash: SEEN.text_hash },
          submitted_at: TIME,
          similar: [{ ...SIMILAR, text_hash: TEXT_HASH }],
          hint: {
            on_topic: true,
            offensive: false,
            english: true,
            reason: '',
            reviewer: 'word list',
          },
        },
      ],
      total: 11,
      next: 44,
    },
  },
  listReported: {
    query: { limit: 1 },
    output: {
      reported: [
        {
          joke: { ...JOKE, text_hash: TEXT_HASH },
          reasons: REPORTS,
          total: 3,
          first_reported_at: '2026-11-20T12:00:00.000Z',
          last_reported_at: TIME,
        },
      ],
      total: 1,
      next: null,
    },
  },
  keepJokes: {
    body: { joke_ids: [42] },
    output: { results: [{ joke_id: 42, status: 'approved', audit_id: AUDIT_ID }] },
  },
  keepJoke: { params: { id: 42 }, output: { joke_id: 42, status: 'approved', audit_id: AUDIT_ID } },
  getAdminCounts: { output: { pending: 11, reported: 1 } },
  listUnusual: {
    output: {
      jokes: [
        { joke: { ...JOKE, text_hash: TEXT_HASH }, unusual_at: TIME, histogram: [0, 1, 0, 2, 118] },
      ],
    },
  },
  getVotes: {
    params: { id: 42 },
    output: {
      joke: { ...JOKE, text_hash: TEXT_HASH },
      unusual_at: TIME,
      from: '2026-11-09T00:00:00.000Z',
      to: '2026-11-23T00:00:00.000Z',
      cut_off: false,
      hours: [{ at: '2026-11-22T09:00:00.000Z', histogram: [0, 1, 0, 2, 118], discarded: 0 }],
      groups: [{ group: 171, votes: 118, discarded: 0, mean: 5 }],
      discarded: [],
    },
  },
  previewDiscard: {
    params: { id: 42 },
    body: { choice: CHOICE },
    output: {
      votes: 118,
      before: { num_votes: 128, rating: 4.6, rank: 1 },
      after: { num_votes: 10, rating: 3.4, rank: 388 },
    },
  },
  discardVotes: {
    params: { id: 42 },
    body: { choice: CHOICE, reason: 'one_network' },
    output: { joke_id: 42, audit_id: AUDIT_ID, votes: 118 },
  },
  acceptVotes: { params: { id: 42 }, output: { joke_id: 42, audit_id: AUDIT_ID } },
  getAdmin: { output: { username: 'owner', provider: 'password' } },
  loginAdmin: {
    body: { username: 'owner', password: PASSWORD },
    output: { access_token: RECEIPT, token_type: 'bearer', expires_at: TIME },
  },
  logoutAdmin: { output: { success: true } },
  getAdminSetup: { output: { admin_exists: true, setup_key_required: true } },
  setupAdmin: {
    body: { username: 'owner', password: PASSWORD, setup_key: 'the deployment’s key' },
    output: { username: 'owner', provider: 'password' },
  },
  changePassword: {
    body: { current_password: PASSWORD, new_password: 'an even longer and more honest password' },
    output: { success: true },
  },
  loginGoogle: {
    body: GOOGLE_USER,
    output: { user: GOOGLE_USER, is_admin: false, refresh_token: false },
  },
  generateImage: {
    params: { id: 42 },
    query: { force: true },
    output: { success: true, image_url: JOKE.image_url },
  },
  getImageStatus: {
    params: { id: 42 },
    output: { has_image: true, image_url: JOKE.image_url },
  },
  listImageStatus: {
    query: { joke_ids: '42,43' },
    output: {
      results: [
        { joke_id: 42, has_image: true, image_url: JOKE.image_url },
        { joke_id: 43, has_image: false, image_url: null },
      ],
    },
  },
  getCard: { params: { id: 42 } },
  getImageFile: { params: { name: '0f343b0931126a20f133d67c2b018a3b-640.webp' } },
  getOEmbed: {
    query: { url: 'https://facts.example/fact/42', maxwidth: 480 },
    output: {
      type: 'rich',
      version: '1.0',
      title: 'Fact no. 42',
      provider_name: PRODUCT_NAME,
      provider_url: 'https://facts.example',
      cache_age: 60,
      html: embedCode('https://facts.example', 42, { width: 480, height: 208 }),
      width: 480,
      height: 208,
      thumbnail_url: 'https://facts.example/api/v1/cards/42.png',
      thumbnail_width: 1_200,
      thumbnail_height: 630,
    },
  },
  getHealth: { output: { status: 'ok', firestore: 'reachable' } },
  getOpenApi: { output: { openapi: '3.1.0' } },
};
