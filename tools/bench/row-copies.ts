import type { Collection, Document } from 'mongodb';

/** Rows that one person, project or sheet keeps while the rows of others grow. */
export const EACH_LIST = 20;
/** Rows that belong together among the others. */
const TOGETHER = 1_000;
/** Copies that the database makes in one go. */
const AT_ONCE = 50_000;

export type Rows = Collection<Document & { _id: string }>;

/** How copies of a row differ from it. */
interface Differences {
  /** Ids that say whose a row is: others' in all copies but the first. */
  others: readonly string[];
  /** Texts that are a prefix and a number of their own. */
  numbered?: Readonly<Record<string, string>>;
  /** Numbers of their own. */
  counted?: readonly string[];
}

/** Rows of a collection that are copies of one, made by the database itself. */
export class RowCopies {
  #made = 1;

  constructor(
    private readonly rows: Rows,
    private readonly original: string,
    private readonly differences: Differences,
  ) {}

  /** Copies the row until the collection has so many. */
  async growTo(count: number): Promise<void> {
    while (this.#made < count) {
      const end = Math.min(count, this.#made + AT_ONCE);
      await this.rows
        .aggregate(copying(this.rows.collectionName, this.original, this.#made, end, this.differences))
        .toArray();
      this.#made = end;
    }
  }
}

/** The only row of a collection, to be copied. @throws Error for none or several */
export async function copies(rows: Rows, differences: Differences): Promise<RowCopies> {
  const [row, ...more] = await rows
    .find({}, { projection: { _id: 1 } })
    .limit(2)
    .toArray();
  if (!row || more.length > 0) throw new Error(`${rows.collectionName} has ${row ? 'more than one row' : 'no row'}`);
  return new RowCopies(rows, row._id, differences);
}

/** The last twelve digits of a UUID. */
const digits = (number: object | string): object => {
  const text = { $toString: number };
  return { $substrBytes: [{ $concat: ['000000000000', text] }, { $strLenBytes: text }, 12] };
};

/** The stages that make copies number `from` to `to`. */
export function copying(
  into: string,
  original: string,
  from: number,
  to: number,
  { others, numbered = {}, counted = [] }: Differences,
): Document[] {
  const isOthers = { $gte: ['$n', EACH_LIST] };
  const group = { $concat: ['01990000-0000-7000-9000-', digits({ $floor: { $divide: ['$n', TOGETHER] } })] };
  return [
    { $match: { _id: original } },
    { $set: { n: { $range: [from, to] } } },
    { $unwind: '$n' },
    {
      $set: {
        _id: { $concat: ['01990000-0000-7000-8000-', digits('$n')] },
        // a second apart, the original the newest
        createdAt: { $subtract: ['$createdAt', { $multiply: ['$n', 1_000] }] },
        ...Object.fromEntries(others.map((name) => [name, { $cond: [isOthers, group, `$${name}`] }])),
        ...Object.fromEntries(
          Object.entries(numbered).map(([name, prefix]) => [name, { $concat: [prefix, { $toString: '$n' }] }]),
        ),
        ...Object.fromEntries(counted.map((name) => [name, { $add: ['$n', TOGETHER] }])),
      },
    },
    { $unset: 'n' },
    { $merge: { into, on: '_id', whenMatched: 'fail', whenNotMatched: 'insert' } },
  ];
}
