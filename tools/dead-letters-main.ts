// Program: `npm run dead-letters`. Connects to NATS and MongoDB, runs one command, ends.
import { connectBroker, connectMongo, createLogger } from '@symbio/kit';
import { deadLettersCommand } from './dead-letters.js';
import { mongoUri } from './dev/mongo.js';
import { LOOPBACK } from './dev/ports.js';
import { processEntry } from './topology.js';

const NAME = 'dead-letters';
const portOf = (name: string): number => Number(processEntry(name).ports.http);
const log = createLogger({ name: NAME, level: 'error' });
const broker = await connectBroker(process.env.NATS_URL || `nats://${LOOPBACK}:${portOf('nats')}`, NAME, log);
const uri = process.env.MONGODB_URI || mongoUri(portOf('mongodb'));
const mongo = await connectMongo({ uri, database: 'admin', appName: NAME });
try {
  process.exitCode = await deadLettersCommand({ broker, mongo }, process.argv.slice(2), (line) => console.log(line));
} finally {
  await mongo.close();
  await broker.drain();
}
