/** Lists, replays and drops what consumers, workers and outboxes gave up. */
import type { MongoClient } from 'mongodb';
import { deadLetters, drop, replay, type Broker } from '@symbio/events';
import { dropParked, parkedEntries, replayParked } from '@symbio/mongo';

export const USAGE = `npm run dead-letters -- COMMAND

  list           what was given up: its number, time, who gave up, the message's subject, why
  show ID        one of them with its whole message
  replay ID|all  send it again to where it came from, and forget it; with --accept it counts without a valid signature
  drop ID|all    forget it

A consumer or worker that gave up leaves a dead letter with a number. An event that could not even be published is parked
in its outbox, and has a long id; the events that follow it in its row wait until it is sent again or dropped.
NATS_URL and MONGODB_URI name the servers; without them it is the local stack, running or not. A job that failed permanently is
no dead letter: it is listed among the jobs, and retried there.

--accept is for events whose author you have verified yourself: those of processes that ran the previous version for longer than
an upgrade's grace, or whose key is no longer known. Without it they become dead letters again.
`;

const DATABASES = 'symbio_';

export interface GivenUpStores {
  broker: Broker;
  mongo: MongoClient;
  databases?: string;
}

/** Dead letter or a parked event of an outbox. */
interface GivenUp {
  id: string;
  summary: string;
  content: object;
  replay: (accept: boolean) => Promise<void>;
  drop: () => Promise<void>;
}

async function* givenUp({ broker, mongo, databases = DATABASES }: GivenUpStores): AsyncIterable<GivenUp> {
  for await (const letter of deadLetters(broker)) {
    const { sequence, at, consumer, subject, error } = letter;
    yield {
      id: String(sequence),
      summary: `${sequence}  ${at.toISOString()}  ${consumer}  ${subject}  ${error}`,
      content: letter,
      replay: (accept) => replay(broker, letter, accept),
      drop: () => drop(broker, letter),
    };
  }
  for await (const entry of parkedEntries(mongo, databases)) {
    const { id, at, database, collection, rowId, subject, error, behind } = entry;
    const waiting = behind > 0 ? `, ${behind} more wait behind it` : '';
    yield {
      id,
      summary: `${id}  ${at.toISOString()}  outbox of ${database}.${collection} ${rowId}  ${subject}  ${error}${waiting}`,
      content: entry,
      replay: () => replayParked(mongo, entry),
      drop: () => dropParked(mongo, entry),
    };
  }
}

export const isCommand = ([command = '', which, ...more]: readonly string[]): boolean =>
  (more.length === 0 || (command === 'replay' && more.length === 1 && more[0] === ACCEPT)) &&
  (command === 'list' ? which === undefined : COMMANDS.includes(command) && which !== undefined && which !== ACCEPT);

const ACCEPT = '--accept';
const COMMANDS = ['show', 'replay', 'drop'];

/** Runs one command; returns the exit code: 1 for an unknown id. @param args checked by {@link isCommand} */
export async function deadLettersCommand(
  stores: GivenUpStores,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const [command = '', which, accept] = args;
  const all: GivenUp[] = [];
  const isAll = command === 'list' || which === 'all';
  for await (const item of givenUp(stores)) if (isAll || item.id === which) all.push(item);
  if (all.length === 0) {
    print(isAll ? 'No dead letter exists.' : `There is no dead letter ${which}.`);
    return isAll ? 0 : 1;
  }
  if (command === 'list') {
    all.forEach(({ summary }) => print(summary));
    return 0;
  }
  for (const item of all) {
    if (command === 'show') print(JSON.stringify(item.content, undefined, 2));
    else if (command === 'replay') {
      await item.replay(accept === ACCEPT);
      print(`Sent again: ${item.summary}`);
    } else {
      await item.drop();
      print(`Dropped: ${item.summary}`);
    }
  }
  return 0;
}
