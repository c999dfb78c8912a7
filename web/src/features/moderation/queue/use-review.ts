import { type Totals } from 'functions/contract';
import { limits } from 'functions/domain';
import { call } from '../../../api/call.ts';
import { announce } from '../../../stores/announcement.ts';
import { useSession } from '../../../stores/session.ts';
import { createReview } from './review.ts';

/** The review of this page. It also sends its decisions while another screen is shown. */
export const review = createReview({
  load: (after) => call('getQueue', { query: { after, limit: limits.queueMaxPageSize } }),
  moderate: async (body) => counted(await call('moderateJokes', { body })),
  edit: (id, body) => call('editJoke', { params: { id }, body }),
  undo: async (audit_id) => counted(await call('undoModeration', { params: { audit_id } })),
  latest: async (joke_id) => {
    const { entries } = await call('listAudit', { query: { joke_id, limit: 1 } });
    return entries[0]?.audit_id;
  },
  announce,
});

export const { useReview } = review;

function counted<Answer extends { totals: Totals }>(answer: Answer): Answer {
  useReview.setState({ totals: answer.totals });
  return answer;
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

useReview.subscribe(({ unsent }) => {
  // The browser asks before it leaves the page only while there is a listener.
  if (unsent > 0) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
});

addEventListener('online', () => review.retry());

useSession.subscribe(({ left, isAdmin }, before) => {
  // Another administrator must not send these decisions.
  if (left) review.end();
  else if (isAdmin && !before.isAdmin) review.retry();
});
