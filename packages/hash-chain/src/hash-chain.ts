import { createHash } from 'node:crypto';

/**
 * Row of a hash chain: its hash covers the rest of the row including the previous row's hash. Tampering requires
 * recomputing all later hashes, and the newest one is also stored elsewhere.
 */
export interface Link {
  /** Sequence number from 1 without gaps. */
  _id: number;
  previous: string;
  /** SHA-256, hex. */
  hash: string;
}

/** Sequence number and hash of the last row. */
export interface ChainHead {
  seq: number;
  hash: string;
}

/** Predecessor of the first row. */
export const CHAIN_START: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/**
 * Hash input: a JSON array of `[name, value]` sorted by name, without `hash` and undefined values; dates as ISO 8601
 * with milliseconds in UTC.
 */
const canonical = (row: object): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name, value]) => name !== 'hash' && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

export const linkHash = (row: object): string => createHash('sha256').update(canonical(row)).digest('hex');

export function chained<Values extends object>(head: ChainHead, rows: readonly Values[]): (Values & Link)[] {
  let { seq, hash } = head;
  return rows.map((values) => {
    const row = { ...values, _id: ++seq, previous: hash };
    hash = linkHash(row);
    return { ...row, hash };
  });
}

/** Chain's defect and its position. */
export interface BrokenChain {
  seq: number;
  /** Sentence for administrators. */
  reason: string;
}

/** Result of a check: the last valid row, and the defect of the next one, if any. */
export interface CheckedChain {
  through: ChainHead;
  broken?: BrokenChain;
}

/** Up to the first invalid row. */
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

const isHead = (value: unknown): value is ChainHead =>
  typeof value === 'object' &&
  value !== null &&
  'seq' in value &&
  Number.isInteger(value.seq) &&
  'hash' in value &&
  typeof value.hash === 'string';

/**
 * Compares a chain with its externally recorded head: the chain alone does not reveal truncation or complete
 * recomputation.
 *
 * @param noted undefined: nothing recorded yet, valid
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

export interface NotedChain extends ChainHead {
  /** Last row removed by retention, if any. */
  removed?: ChainHead;
}

/** Parses an external record; undefined if invalid. */
export function notedChain(value: unknown): NotedChain | undefined {
  if (!isHead(value)) return undefined;
  const { seq, hash } = value;
  return 'removed' in value && isHead(value.removed) ? { seq, hash, removed: value.removed } : { seq, hash };
}

export interface StoredChain {
  /** Its newest checkpoint: the last row removed by retention, if any. */
  removed: () => Promise<ChainHead | undefined>;
  /** Rows after a sequence number, in order. */
  after: (seq: number) => AsyncIterable<Link> | Iterable<Link>;
  find: (seq: number) => Promise<Pick<Link, 'hash'> | null | undefined>;
}

/**
 * Compares a checkpoint with its earlier external record: otherwise database write access would suffice to remove rows
 * and add a checkpoint.
 */
function checkRemoved(removed: ChainHead, noted: NotedChain | undefined): BrokenChain | undefined {
  if (!noted || removed.seq === 0) return undefined;
  const known = noted.removed ?? CHAIN_START;
  if (removed.seq < known.seq || (removed.seq === known.seq && removed.hash === known.hash)) return undefined;
  return { seq: removed.seq, reason: `Entries through ${removed.seq} were not removed by the setting of days.` };
}

/**
 * Checks a stored chain from its newest checkpoint, and compares it with the external record. Rows may be added, and
 * removed with a checkpoint, concurrently.
 *
 * @param noted reads the record: the newest row, and each checkpoint before its write
 * @param from a row known to be valid, to check only later ones
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
    // rows removed during the read are not missing
    if (((await chain.removed()) ?? CHAIN_START).seq <= removed.seq) return { through, broken };
  }
}
