// Loads the Firestore client, reads one document, and sends the microseconds of CPU that this took. It is
// bundled with the function's options.
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';

const database = getFirestore(initializeApp({ projectId: process.env.GCLOUD_PROJECT }));
await database.doc('catalog/root').get();
const { user, system } = process.cpuUsage();
process.send(user + system, () => process.exit());
