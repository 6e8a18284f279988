// Program: `npm run dead-letters`. Connects to NATS, runs one command, ends.
import { connectBroker, createLogger } from '@symbio/kit';
import { deadLettersCommand } from './dead-letters.js';
import { LOOPBACK } from './dev/ports.js';
import { processEntry } from './topology.js';

const local = `nats://${LOOPBACK}:${processEntry('nats').ports.http}`;
const log = createLogger({ name: 'dead-letters', level: 'error' });
const broker = await connectBroker(process.env.NATS_URL || local, 'dead-letters', log);
try {
  process.exitCode = await deadLettersCommand(broker, process.argv.slice(2), (line) => console.log(line));
} finally {
  await broker.drain();
}
