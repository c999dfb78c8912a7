import { API_BASE_PATH } from 'functions/contract';
import { limits } from 'functions/domain';
import { use } from 'react';
import { reference } from 'virtual:api-reference';
import { SiteOrigin } from '../../components/head.tsx';
import { Screen } from '../../components/screen.tsx';
import { paths } from '../../paths.ts';
import { CallDetails } from './call-details.tsx';
import './developers.css';
import { examplesOf } from './examples.ts';
import { CodeBlock, Marked, Terms } from './marked.tsx';

const OFFERS = [
  [
    'Facts',
    '`/api/v1/jokes`: page by page, the best, the newest, by search, by number, or at random.',
  ],
  ['Cards', '`/api/v1/cards/{id}.png`: a fact as a picture of 1200 × 630 px.'],
  ['Feeds', '`/feed.xml` and `/feed.json` have the newest facts, `/feed/daily.xml` has one a day.'],
  ['Embeds', '`/embed/fact/{id}` may be framed by any page. oEmbed is at `/api/v1/oembed?url=`.'],
  ['A description', '`/api/v1/openapi.json` is the whole contract as OpenAPI 3.1.'],
] as const;

const FAIR_USE = [
  'Reading is free, needs no key and is not throttled. Please ask for no more than one thing a second on average.',
  'Responses may come from a cache that is a minute old; only a random fact never does. Asking again earlier gets the same answer.',
  `To read every fact, ask for pages of ${limits.maxPageSize}: \`/api/v1/jokes?per_page=${limits.maxPageSize}\`.`,
  'Please send a `User-Agent` that names your program and how to reach you. In a browser, your page does that.',
  `Facts, votes and reports come from readers, on this site. A network may submit ${limits.submissionsPerHour} facts an hour, and each browser has one vote per fact.`,
  'A fact that is taken down here is gone from every response within two minutes. Please don’t keep copies for longer than a day.',
] as const;

const ERRORS = [
  ['404', 'There is no such fact, or it isn’t public.'],
  ['422', 'A parameter is missing, unknown or not valid. `detail` lists each problem.'],
  [
    '429',
    'Too much was asked for. Reading is not throttled today; if it ever is, `Retry-After` says how many seconds to wait.',
  ],
  ['500', 'Our fault. Please report it with the `X-Request-Id` of the response.'],
  ['503', 'The site can’t reach its database. `Retry-After` says how many seconds to wait.'],
] as const;

const ERROR_BODIES = `{"detail": "There is no such joke."}

{"detail": [{"loc": ["query", "page"], "msg": "Must be a whole number", "type": "invalid_format"}]}`;

const PROMISE = [
  'Paths below `/api/v1`, names of parameters and fields, and what they mean stay as they are.',
  'Responses may gain fields, and lists of values may gain values. Please ignore what you don’t know.',
  'If something has to go, this page says so six months before it does.',
  'Calls below `/compat` follow APIs that others defined, and don’t change.',
] as const;

function Texts({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>
          <Marked text={text} />
        </li>
      ))}
    </ul>
  );
}

function Compatible() {
  const origin = use(SiteOrigin);
  return reference.compat.map(({ name, base, calls }) => (
    <section key={base}>
      <h3>{name}</h3>
      <p>
        Base address: <code>{origin + base}/</code>
      </p>
      <Terms terms={calls.map(({ path, summary }) => [`\`${path}\``, summary])} />
    </section>
  ));
}

function Examples() {
  return examplesOf(use(SiteOrigin)).map(({ title, programs }) => (
    <section key={title}>
      <h3>{title}</h3>
      {programs.map(({ language, code }) => (
        <div key={language}>
          <h4>{language}</h4>
          <CodeBlock label={`${title}, in ${language}`} code={code} />
        </div>
      ))}
    </section>
  ));
}

/** What the API offers, what fair use is, and a reference with "Try it". */
export default function DevelopersScreen() {
  return (
    <Screen
      title="For Developers"
      description="A free JSON API of Chuck Norris facts, without a key, for any site: reference, examples and fair use."
      path={paths.developers}
    >
      <div className="developers">
        <p>
          What a visitor can read here, a program can read too. There is no key, no account and no
          waiting list. He never asked for permission, and you don’t have to.
        </p>
        <h2>What there is</h2>
        <Terms terms={OFFERS} />
        <h2>Fair use</h2>
        <Texts texts={FAIR_USE} />
        <h2>Examples</h2>
        <Examples />
        <h2>From a page on another site</h2>
        <p>
          Scripts of any site may make the calls below: the responses, errors too, have{' '}
          <code>Access-Control-Allow-Origin: *</code>. Cookies and other credentials are neither
          needed nor allowed. A script can read <code>X-Request-Id</code> and{' '}
          <code>Retry-After</code>. Images may be shown anywhere. Voting, reporting, submitting and
          signing in are refused from other sites.
        </p>
        <h2>Errors</h2>
        <p>
          An error is JSON with a <code>detail</code>: a text, or a list of what is wrong with the
          input. Errors are never cached.
        </p>
        <CodeBlock label="Bodies of errors" code={ERROR_BODIES} />
        <Terms terms={ERRORS} />
        <h2>If you already have a client</h2>
        <p>
          Clients of icanhazdadjoke.com and api.chucknorris.io work here: change their base address.
          They get JSON, or <code>text/plain</code> if they ask for it, and errors in the format
          that they know. Ids are the numbers of this site’s facts, as text.
        </p>
        <Compatible />
        <h2>What won’t change</h2>
        <Texts texts={PROMISE} />
        <h2>Reference</h2>
        <p>
          Every path is below <code>{API_BASE_PATH}</code>, works with and without a trailing slash,
          and also answers <code>HEAD</code>. In the API, a fact is called a joke. This is about
          what programs may call; calls for readers’ browsers and administrators are in the OpenAPI
          document.
        </p>
        {reference.groups.map(({ name, calls }) => (
          <section key={name}>
            <h3>{name}</h3>
            {calls.map((call) => (
              <CallDetails key={call.name} call={call} />
            ))}
          </section>
        ))}
      </div>
    </Screen>
  );
}
