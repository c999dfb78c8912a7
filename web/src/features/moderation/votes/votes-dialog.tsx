import { useQuery } from '@tanstack/react-query';
import type { EndpointOutput } from 'functions/contract';
import { limits } from 'functions/domain';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { adminPath } from '../../../paths.ts';
import { QueryStates } from '../query-states.tsx';
import { AcceptButton } from './accept-button.tsx';
import { choiceText, countVotes, momentText } from './choice.ts';
import { DiscardForm } from './discard-form.tsx';
import { VoteChart, VoteGroups, VoteTable } from './vote-chart.tsx';
import { votesOf } from './vote-queries.ts';

type Votes = EndpointOutput<'getVotes'>;

/** What is discarded already, with links to the log, where it can be undone. */
function Discarded({ joke, discarded }: Votes) {
  const { pathname } = useLocation();
  const log = `${adminPath(pathname, 'log')}?fact=${joke.joke_id}`;
  if (discarded.length === 0) return null;
  return (
    <>
      <h3>Discarded</h3>
      <ul className="discarded-choices">
        {discarded.map((choice) => (
          <li key={choice.audit_id}>
            {choiceText(choice)}{' '}
            <Link to={`${log}#entry-${choice.audit_id}`} aria-label="Undo it in the log">
              Log
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Review({ votes }: { votes: Votes }) {
  const { joke, unusual_at, from, to, cut_off, hours, groups } = votes;
  return (
    <>
      <p className="joke-text preview-text" dir="auto">
        {joke.joke_text}
      </p>
      <p>
        {joke.num_votes === 0
          ? 'No vote counts.'
          : `${joke.rating.toFixed(1)}/5 from ${countVotes(joke.num_votes)}.`}
        {unusual_at !== null && ` Unusual on ${momentText(unusual_at)}.`}
      </p>
      {cut_off && (
        <p className="field-error">
          Only the first {countVotes(limits.reviewedVotesMax)} of these {limits.reviewDays} days are
          shown.
        </p>
      )}
      {hours.length === 0 ? (
        <p className="joke-list-empty">Nobody voted in these {limits.reviewDays} days.</p>
      ) : (
        <>
          <VoteChart from={from} to={to} hours={hours} />
          <VoteTable hours={hours} />
          <h3>Largest groups</h3>
          <VoteGroups groups={groups} />
        </>
      )}
      <Discarded {...votes} />
    </>
  );
}

/** The votes on a fact, by hour and by network, and the choice of those that do not count. */
export function VotesDialog({ jokeId, onClose }: { jokeId: number; onClose: () => void }) {
  const query = useQuery(votesOf(jokeId));
  const [done, setDone] = useState('');
  const { data } = query;
  return (
    <Dialog title={`Votes of fact no. ${jokeId}`} onClose={onClose}>
      <div className="votes-dialog">
        <QueryStates query={query} />
        {data && <Review votes={data} />}
        <p className="votes-done" role="status">
          {done}
        </p>
        {data && data.hours.length > 0 && <DiscardForm votes={data} onDiscarded={setDone} />}
      </div>
      <DialogActions close="Close" onClose={onClose}>
        {data && data.unusual_at !== null && <AcceptButton jokeId={jokeId} onAccepted={onClose} />}
      </DialogActions>
    </Dialog>
  );
}
