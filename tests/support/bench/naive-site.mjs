// A site of facts as a tutorial builds it: Express and firebase-admin in the Functions Framework, which parses bodies, and
// nothing in memory. Each request reads what it needs. This is JavaScript, so that stripping types is not measured.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';

const load = createRequire(new URL('../../../functions/package.json', import.meta.url));
const express = load('express');
const { initializeApp } = load('firebase-admin/app');
const { FieldValue, getFirestore } = load('firebase-admin/firestore');

const PAGE_SIZE = 20;
const TOP_SIZE = 100;

const db = getFirestore(initializeApp({ projectId: process.env.GCLOUD_PROJECT }));
const facts = db.collection('naive_facts');

const fieldsOf = ({ docs }) => docs.map((document) => document.data());
const all = async () => fieldsOf(await facts.get());

async function page(number) {
  const query = facts.orderBy('id', 'desc').offset((number - 1) * PAGE_SIZE);
  const [found, counted] = await Promise.all([query.limit(PAGE_SIZE).get(), facts.count().get()]);
  const total = counted.data().count;
  return { facts: fieldsOf(found), total, pages: Math.ceil(total / PAGE_SIZE), page: number };
}

export const api = express();

api.get('/facts', async ({ query }, response) => {
  response.json(await page(Number(query.page ?? 1)));
});

api.get('/facts/top', async (_request, response) => {
  const best = await facts.orderBy('rating', 'desc').limit(TOP_SIZE).get();
  response.json({ facts: fieldsOf(best) });
});

api.get('/facts/search', async ({ query }, response) => {
  const word = String(query.q).toLowerCase();
  const found = (await all()).filter(({ text }) => text.toLowerCase().includes(word));
  response.json({ facts: found.slice(0, PAGE_SIZE) });
});

api.get('/facts/random', async (_request, response) => {
  const choices = await all();
  response.json(choices[Math.floor(Math.random() * choices.length)]);
});

/** Counts the first vote of a browser on a fact, which is known by its cookie. */
api.post('/votes', async ({ body, headers }, response) => {
  const [, voter = randomUUID()] = /voter=([\w-]+)/.exec(headers.cookie ?? '') ?? [];
  const fact = facts.doc(String(body.id));
  const vote = db.collection('naive_votes').doc(`${voter}_${body.id}`);
  const counted = await db.runTransaction(async (transaction) => {
    const [rated, earlier] = await transaction.getAll(fact, vote);
    if (earlier.exists) return undefined;
    const { stars, votes } = rated.data();
    const sums = { stars: stars + body.stars, votes: votes + 1 };
    const rating = sums.stars / sums.votes;
    transaction.create(vote, { stars: body.stars, at: FieldValue.serverTimestamp() });
    transaction.update(fact, { ...sums, rating });
    return { rating, votes: sums.votes };
  });
  response.cookie('voter', voter, { httpOnly: true });
  response.status(counted ? 201 : 409).json(counted ?? { error: 'You have already voted.' });
});
