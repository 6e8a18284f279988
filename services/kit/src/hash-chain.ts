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

/** Whether a value from elsewhere is the end of a chain. */
export const isHead = (value: unknown): value is ChainHead =>
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
