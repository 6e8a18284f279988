/** `npm run audit`: looks at the audit trail without the service that writes it. */
import { CHAIN_START, checkChain, checkEnd, isHead, type ChainHead, type Link } from '@symbio/kit';
import { chooseStores, openStores, type Stores } from './backup/stores.js';
import { calledWell } from './backup/settings.js';
import type { Command } from './command.js';

const USAGE = `npm run audit -- verify
  Looks at every entry of the audit trail: whether it is unchanged and follows the one before it, and whether the newest one
  that was noted is there. Exit code 1 when something is wrong.

npm run audit -- accept
  After a restore of a backup: takes the newest entry there is for the newest one that was written. It refuses a trail that is
  not whole in itself.

MONGODB_URI and NATS_URL name the installation; without them it is the local stack, which must run.`;

/** Where the identity service keeps the newest entry (services/identity/src/audit/trail.ts). */
const HEADS_BUCKET = 'audit-heads';
const DATABASE = 'audit';

/** What an operator is told. */
export interface Finding {
  isWhole: boolean;
  sentence: string;
  through: ChainHead;
}

/** The trail as it is stored. */
export interface StoredTrail {
  /** Its entries in the order of their places. */
  rows: AsyncIterable<Link> | Iterable<Link>;
  find: (seq: number) => Promise<Link | null | undefined>;
}

/** Looks at the chain, and whether the newest entry that was noted elsewhere is in it. */
export async function lookAtTrail({ rows, find }: StoredTrail, noted: ChainHead | undefined): Promise<Finding> {
  const { through, broken: inChain } = await checkChain(CHAIN_START, rows);
  const broken = inChain ?? (await checkEnd(noted, find));
  const whole = `The audit trail is whole through entry ${through.seq} (${through.hash}).`;
  return { isWhole: broken === undefined, sentence: broken?.reason ?? whole, through };
}

async function carryOut(command: string, stores: Stores, print: (line: string) => void): Promise<number> {
  const db = stores.database(DATABASE);
  const entries = db.collection<Link>('audit_entries');
  const heads = await stores.broker.keyValue(HEADS_BUCKET, 0);
  const noted = await heads.get(db.databaseName);
  const found = await lookAtTrail(
    { rows: entries.find().sort({ _id: 1 }), find: (seq) => entries.findOne({ _id: seq }) },
    command === 'verify' && isHead(noted) ? noted : undefined,
  );
  if (found.isWhole && command === 'accept') await heads.set(db.databaseName, found.through);
  print(found.sentence);
  return found.isWhole ? 0 : 1;
}

/** The command `audit`. */
export const audit: Command = {
  async run(args, { env, print }) {
    const [command = ''] = args;
    if (command === '--help') {
      print(USAGE);
      return 0;
    }
    calledWell(() => {
      if (args.length !== 1 || !['verify', 'accept'].includes(command)) throw new Error('Say verify or accept.');
    }, USAGE);
    const stores = await openStores(chooseStores({ ...env, BLOB_URL: undefined }, undefined, false).addresses);
    try {
      return await carryOut(command, stores, print);
    } finally {
      await stores.close();
    }
  },
};
