import { createHash } from 'node:crypto';

/**
 * A row of a hash chain: its hash is made of everything else in the row, the hash of the row before it included. Whoever
 * changes, removes or exchanges rows has to make all later hashes anew, and the newest one is kept elsewhere, too.
 */
export interface Link {
  /** Its place: 1 and upwards, without a gap. */
  _id: number;
  /** Hash of the row before it; {@link CHAIN_START} for the first row. */
  previous: string;
  /** SHA-256, hex. */
  hash: string;
}

/** The end of a chain: the place and hash of a row. */
export interface ChainHead {
  seq: number;
  hash: string;
}

/** What the first row follows. */
export const CHAIN_START: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/**
 * What a row's hash is made of: a JSON array of its fields in the order of their names, each `[name, value]`, without `hash`
 * and without what is undefined; moments as ISO 8601 with milliseconds in UTC.
 */
const canonical = (row: object): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name, value]) => name !== 'hash' && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The hash that a row must have. */
export const linkHash = (row: object): string => createHash('sha256').update(canonical(row)).digest('hex');

/** Rows as the next ones of a chain. */
export function chained<Values extends object>(head: ChainHead, rows: readonly Values[]): (Values & Link)[] {
  let { seq, hash } = head;
  return rows.map((values) => {
    const row = { ...values, _id: ++seq, previous: hash };
    hash = linkHash(row);
    return { ...row, hash };
  });
}

/** What is wrong with a chain, and at which place. */
export interface BrokenChain {
  seq: number;
  /** A sentence for administrators. */
  reason: string;
}

/** How far a chain was looked at: to its last sound row, and what is wrong with the one after it. */
export interface CheckedChain {
  through: ChainHead;
  broken?: BrokenChain;
}

/** Looks at rows in the order of their places, as they are stored, up to the first that is wrong. */
export async function checkChain(from: ChainHead, rows: AsyncIterable<Link> | Iterable<Link>): Promise<CheckedChain> {
  let through = from;
  for await (const row of rows) {
    const { _id: seq, previous, hash } = row;
    const next = through.seq + 1;
    const reason =
      seq !== next
        ? `Entry ${next} is missing.`
        : previous !== through.hash
          ? `Entry ${seq} does not follow the entry before it.`
          : linkHash(row) === hash
            ? undefined
            : `Entry ${seq} was changed.`;
    if (reason !== undefined) return { through, broken: { seq: next, reason } };
    through = { seq, hash };
  }
  return { through };
}

/** Whether a value from elsewhere is the place and hash of a row. */
const isHead = (value: unknown): value is ChainHead =>
  typeof value === 'object' &&
  value !== null &&
  'seq' in value &&
  Number.isInteger(value.seq) &&
  'hash' in value &&
  typeof value.hash === 'string';

/**
 * Holds a chain against its newest row as it was noted elsewhere: the chain itself cannot tell that its end is missing, nor
 * that all of it was made anew.
 *
 * @param noted undefined: none was noted yet, and nothing is wrong
 */
export async function checkEnd(
  noted: ChainHead | undefined,
  find: (seq: number) => Promise<Pick<Link, 'hash'> | null | undefined>,
): Promise<BrokenChain | undefined> {
  if (!noted) return undefined;
  const row = await find(noted.seq);
  if (row?.hash === noted.hash) return undefined;
  const reason = row ? 'is not the one that was written.' : 'was written and is missing.';
  return { seq: noted.seq, reason: `Entry ${noted.seq} ${reason}` };
}

/** What is noted of a chain apart from where it is stored. */
export interface NotedChain extends ChainHead {
  /** The last row that was taken from its beginning because of its age; absent: none was. */
  removed?: ChainHead;
}

/** A value from elsewhere as what was noted; undefined when it is nothing of the kind. */
export function notedChain(value: unknown): NotedChain | undefined {
  if (!isHead(value)) return undefined;
  const { seq, hash } = value;
  return 'removed' in value && isHead(value.removed) ? { seq, hash, removed: value.removed } : { seq, hash };
}

/** A chain as it is stored. */
export interface StoredChain {
  /** Its newest checkpoint: the last row that was taken from its beginning because of its age; undefined: there is none. */
  removed: () => Promise<ChainHead | undefined>;
  /** Rows after a place, in the order of their places. */
  after: (seq: number) => AsyncIterable<Link> | Iterable<Link>;
  find: (seq: number) => Promise<Pick<Link, 'hash'> | null | undefined>;
}

/**
 * Holds a checkpoint against what was noted before it was written: without that, whoever can write to the database could
 * remove rows and add a checkpoint.
 */
function checkRemoved(removed: ChainHead, noted: NotedChain | undefined): BrokenChain | undefined {
  if (!noted || removed.seq === 0) return undefined;
  const known = noted.removed ?? CHAIN_START;
  if (removed.seq < known.seq || (removed.seq === known.seq && removed.hash === known.hash)) return undefined;
  return { seq: removed.seq, reason: `Entries through ${removed.seq} were not removed by the setting of days.` };
}

/**
 * Looks at a stored chain from its newest checkpoint on, and holds it against what was noted elsewhere. Rows may be added,
 * and removed with a checkpoint, meanwhile.
 *
 * @param noted reads what was noted: the newest row, and each checkpoint before it is written
 * @param from a row that was found sound, to look at later ones only
 */
export async function checkStored(
  chain: StoredChain,
  noted: () => Promise<NotedChain | undefined>,
  from: ChainHead = CHAIN_START,
): Promise<CheckedChain> {
  for (;;) {
    const removed = (await chain.removed()) ?? CHAIN_START;
    const start = from.seq > removed.seq ? from : removed;
    const { through, broken: inChain } = await checkChain(start, chain.after(start.seq));
    const elsewhere = await noted();
    const broken = inChain ?? checkRemoved(removed, elsewhere) ?? (await checkEnd(elsewhere, chain.find));
    if (!broken) return { through };
    // rows that were removed while they were read are not missing
    if (((await chain.removed()) ?? CHAIN_START).seq <= removed.seq) return { through, broken };
  }
}
