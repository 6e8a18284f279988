/** What the load makes; a job is the work on a document, a decision a change of a mention that its history keeps. */
export const KINDS = [
  'project',
  'document',
  'job',
  'annotation',
  'issue',
  'comment',
  'feature',
  'mention',
  'decision',
] as const;
export type Kind = (typeof KINDS)[number];

/** One thing that was to be made. */
export interface Write {
  kind: Kind;
  /** Stands in it (title, label, text or file name) and in nothing else: finds it whatever its id is. */
  marker: string;
  /** Chosen by us, or told by the answer. */
  id?: string;
  /** Of a file's bytes, or of the fields that were sent (`contentHash`). */
  sha256?: string;
  /** Whether it was answered that it is made. */
  acknowledged: boolean;
}

/** One thing that is there. */
export interface Row {
  kind: Kind;
  id: string;
  marker: string;
  sha256?: string;
}

/** What became of the writes of one kind. */
export interface Tally {
  kind: Kind;
  sent: number;
  acknowledged: number;
  /** Of the acknowledged ones. */
  there: number;
  /** Acknowledged, and not there under their id. */
  lost: Write[];
  /** Rows beyond the first with the same marker. */
  duplicates: Row[];
  /** Acknowledged, and there with other bytes or fields. */
  altered: Write[];
}

/** Remembers what was sent and what was acknowledged. */
export class Ledger {
  readonly #writes: Write[] = [];
  readonly #acknowledged = new Map<Kind, Write[]>();

  /** Before it is sent for the first time: what fails without an answer may be there, too. */
  begin(write: Omit<Write, 'acknowledged'>): Write {
    const entry = { ...write, acknowledged: false };
    this.#writes.push(entry);
    return entry;
  }

  /** @param id the one that the answer tells */
  acknowledge(write: Write, id: string): void {
    if (write.acknowledged) throw new Error(`${write.marker} was acknowledged before`);
    if (write.id !== undefined && write.id !== id)
      throw new Error(`${write.marker} was made as ${id}, not as ${write.id}`);
    write.id = id;
    write.acknowledged = true;
    const before = this.#acknowledged.get(write.kind);
    if (before) before.push(write);
    else this.#acknowledged.set(write.kind, [write]);
  }

  acknowledged(kind: Kind): readonly Write[] {
    return this.#acknowledged.get(kind) ?? [];
  }

  /** Ids of everything that was acknowledged. */
  ids(kinds: readonly Kind[] = KINDS): string[] {
    return kinds.flatMap((kind) => this.acknowledged(kind).flatMap(({ id }) => id ?? []));
  }

  get writes(): readonly Write[] {
    return this.#writes;
  }
}

/** Compares what was sent with what is there; rows of other markers are somebody else's. */
export function tally(writes: readonly Write[], rows: readonly Row[]): Tally[] {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.kind} ${row.marker}`;
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return KINDS.map((kind) => {
    const sent = writes.filter((write) => write.kind === kind);
    const acknowledged = sent.filter((write) => write.acknowledged);
    const rowsOf = ({ marker }: Write): Row[] => found.get(`${kind} ${marker}`) ?? [];
    const rowOf = (write: Write): Row | undefined => rowsOf(write).find(({ id }) => id === write.id);
    const lost = acknowledged.filter((write) => rowOf(write) === undefined);
    return {
      kind,
      sent: sent.length,
      acknowledged: acknowledged.length,
      there: acknowledged.length - lost.length,
      lost,
      duplicates: sent.flatMap((write) => rowsOf(write).slice(1)),
      altered: acknowledged.filter((write) => {
        const row = rowOf(write);
        return row !== undefined && row.sha256 !== write.sha256;
      }),
    };
  });
}
