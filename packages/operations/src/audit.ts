/** `npm run audit`: checks the audit trail without the service that writes it. */
import {
  checkStored,
  notedChain,
  type ChainHead,
  type Link,
  type NotedChain,
  type StoredChain,
} from '@symbio/hash-chain';
import type { Stores } from './backup/stores.js';
import { withServers } from './backup/with-stores.js';
import { calledWell } from './backup/settings.js';
import type { Command } from './command.js';

const USAGE = `npm run audit -- verify
  Looks at every entry of the audit trail that is kept: whether it is unchanged and follows the one before it, whether the
  newest one that was noted is there, and whether older ones were removed by the setting of days. Exit code 1 when something
  is wrong.

npm run audit -- accept
  After a restore of a backup: takes the newest entry there is for the newest one that was written. It refuses a trail that is
  not whole in itself.

MONGODB_URI and NATS_URL name the installation; without them it is the local stack, running or not.`;

/** Where the identity service keeps the newest entry (services/identity/src/audit/trail.ts). */
const HEADS_BUCKET = 'audit-heads';
const DATABASE = 'audit';

export interface Finding {
  isWhole: boolean;
  sentence: string;
  through: ChainHead;
  /** Last entry that was removed because of its age. */
  removed: ChainHead | undefined;
}

/** Last entry that was removed, when, and after how many days (services/identity/src/audit/model.ts). */
export interface Checkpoint {
  _id: number;
  hash: string;
  at: Date;
  days: number;
}

export interface StoredTrail extends Omit<StoredChain, 'removed'> {
  checkpoint: () => Promise<Checkpoint | null | undefined>;
}

/** Verifies the chain, and that it contains the externally recorded heads. */
export async function lookAtTrail(
  { checkpoint, ...stored }: StoredTrail,
  noted: () => Promise<NotedChain | undefined>,
): Promise<Finding> {
  const removed = async (): Promise<ChainHead | undefined> => {
    const found = await checkpoint();
    return found ? { seq: found._id, hash: found.hash } : undefined;
  };
  const { through, broken } = await checkStored({ ...stored, removed }, noted);
  const oldest = await checkpoint();
  const from = oldest ? `from entry ${oldest._id + 1} ` : '';
  const older = oldest
    ? ` Those before were removed, last at ${oldest.at.toISOString()}, as older than ${oldest.days} days.`
    : '';
  const whole = `The audit trail is whole ${from}through entry ${through.seq} (${through.hash}).${older}`;
  return { isWhole: broken === undefined, sentence: broken?.reason ?? whole, through, removed: await removed() };
}

/** Trail of an installation, and its externally recorded heads. */
export async function openTrail(
  stores: Stores,
): Promise<[trail: StoredTrail, noted: () => Promise<NotedChain | undefined>]> {
  const db = stores.database(DATABASE);
  const entries = db.collection<Link>('audit_entries');
  const heads = await stores.broker.keyValue(HEADS_BUCKET, 0);
  const checkpoints = db.collection<Checkpoint>('audit_checkpoints');
  return [
    {
      checkpoint: () => checkpoints.findOne({}, { sort: { _id: -1 } }),
      after: (seq) => entries.find({ _id: { $gt: seq } }).sort({ _id: 1 }),
      find: (seq) => entries.findOne({ _id: seq }),
    },
    async () => notedChain(await heads.get(db.databaseName)),
  ];
}

async function carryOut(command: string, stores: Stores, print: (line: string) => void): Promise<number> {
  const [trail, noted] = await openTrail(stores);
  const found = await lookAtTrail(trail, command === 'verify' ? noted : () => Promise.resolve(undefined));
  const { isWhole, through, removed } = found;
  const { databaseName } = stores.database(DATABASE);
  if (isWhole && command === 'accept')
    await (
      await stores.broker.keyValue(HEADS_BUCKET, 0)
    ).set(databaseName, { ...through, ...(removed && { removed }) });
  print(found.sentence);
  return found.isWhole ? 0 : 1;
}

export const audit: Command = {
  usage: USAGE,
  async run(args, context) {
    const { print } = context;
    const [command = ''] = args;
    calledWell(() => {
      if (args.length !== 1 || !['verify', 'accept'].includes(command)) throw new Error('Say verify or accept.');
    }, USAGE);
    return withServers(context, (stores) => carryOut(command, stores, print));
  },
};
