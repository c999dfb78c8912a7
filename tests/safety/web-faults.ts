import type { Fault } from './fault.ts';

/** Faults of the site in the browser. */
export const webFaults: readonly Fault[] = [
  {
    id: 'S11',
    what: 'a vote answered 504 is taken back',
    file: 'web/src/api/failure.ts',
    before: "return isFromApi && error.code !== 'outcome_unknown';",
    after: 'return isFromApi;',
    test: 'web/src/facts/votes.test.ts',
  },
  {
    id: 'S11',
    what: 'a decision answered 504 is given up',
    file: 'web/src/api/failure.ts',
    before: 'return isAnswer(error) && !TEMPORARY.has(error.code);',
    after: 'return error instanceof ApiError && !TEMPORARY.has(error.code);',
    test: 'web/src/api/call.test.ts',
  },
  {
    id: 'S11',
    what: 'the sentence that a submission may have been saved is not shown',
    file: 'web/src/api/failure.ts',
    before: "const hasDetail = isAnswer(error) || hasCode(error, 'outcome_unknown');",
    after: 'const hasDetail = isAnswer(error);',
    test: 'web/src/facts/submission.test.ts',
  },
  {
    id: 'S11',
    what: 'a submission is sent again with another key',
    file: 'web/src/facts/submission.ts',
    before: 'const key = last?.text === joke_text ? last.key : crypto.randomUUID();',
    after: 'const key = crypto.randomUUID();',
    test: 'web/src/facts/submission.test.ts',
  },
  {
    id: 'S21',
    what: 'the site refuses responses with an unknown field',
    file: 'web/src/api/call.ts',
    before: 'return response.json();',
    after:
      "return response.json().then((body) => ('added_later' in body ? Promise.reject(new TypeError()) : body));",
    test: 'tests/deep/browser/dashboard-list.test.ts',
  },
];
