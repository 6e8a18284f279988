import { connectBroker, connectMongo, createLogger } from '@symbio/kit';
import { mongoUri } from '../dev/mongo.js';
import { LOOPBACK } from '../dev/ports.js';
import { processEntry } from '../topology.js';
import type { Command } from './command.js';
import { deadLettersCommand } from './dead-letters.js';

const NAME = 'dead-letters';
const portOf = (name: string): number => Number(processEntry(name).ports.http);

/** Connects to NATS and MongoDB, runs one command of {@link deadLettersCommand}, ends. */
export const deadLetters: Command = {
  async run(args, { env, print }) {
    const log = createLogger({ name: NAME, level: 'error' });
    const broker = await connectBroker(env.NATS_URL || `nats://${LOOPBACK}:${portOf('nats')}`, NAME, log);
    const uri = env.MONGODB_URI || mongoUri(portOf('mongodb'));
    const mongo = await connectMongo({ uri, database: 'admin', appName: NAME });
    try {
      return await deadLettersCommand({ broker, mongo }, args, print);
    } finally {
      await mongo.close();
      await broker.drain();
    }
  },
};
