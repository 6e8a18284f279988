import { createHash } from 'node:crypto';

/** Kinds of created things; a job is the processing of a document, a decision a recorded change of a mention. */
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

export interface Write {
  kind: Kind;
  /** Unique text in title, label, text or file name: finds it regardless of its id. */
  marker: string;
  /** Chosen by us, or returned by the response. */
  id?: string;
  /** Of a file's bytes, or of the fields sent ({@link contentHash}). */
  sha256?: string | undefined;
  acknowledged: boolean;
}

export type Entry = Omit<Write, 'acknowledged'>;

export interface Row {
  kind: Kind;
  id: string;
  marker: string;
  sha256?: string | undefined;
}

export interface Tally {
  kind: Kind;
  sent: number;
  acknowledged: number;
  there: number;
  lost: Write[];
  /** Further rows with the same marker. */
  duplicates: Row[];
  /** Acknowledged, but with other bytes or fields. */
  altered: Write[];
}

export class Ledger {
  readonly #writes: Write[] = [];
  readonly #acknowledged = new Map<Kind, Write[]>();

  /** Call before the first attempt: a failed request may have been executed. */
  begin(write: Entry): Write {
    const entry = { ...write, acknowledged: false };
    this.#writes.push(entry);
    return entry;
  }

  /** @param id returned by the response */
  acknowledge(write: Write, id: string): void {
    if (write.acknowledged) throw new Error(`${write.marker} was acknowledged before`);
    if (write.id !== undefined && write.id !== id)
      throw new Error(`${write.marker} was made as ${id}, not as ${write.id}`);
    write.id = id;
    write.acknowledged = true;
    this.#acknowledged.set(write.kind, [...this.acknowledged(write.kind), write]);
  }

  acknowledged(kind: Kind): readonly Write[] {
    return this.#acknowledged.get(kind) ?? [];
  }

  ids(kinds: readonly Kind[] = KINDS): string[] {
    return kinds.flatMap((kind) => this.acknowledged(kind).flatMap(({ id }) => id ?? []));
  }

  get writes(): readonly Write[] {
    return this.#writes;
  }
}

/** Ignores rows with unknown markers. */
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

const examples = (items: readonly { marker: string }[]): string =>
  items
    .slice(0, 3)
    .map(({ marker }) => marker)
    .join(', ');

export function lossesOf(tallies: readonly Tally[]): string[] {
  return tallies.flatMap(({ kind, lost, altered, duplicates }) => [
    ...(lost.length > 0 ? [`${lost.length} acknowledged ${kind}s are missing: ${examples(lost)}`] : []),
    ...(altered.length > 0 ? [`${altered.length} ${kind}s have another content: ${examples(altered)}`] : []),
    ...(duplicates.length > 0 ? [`${duplicates.length} ${kind}s exist twice: ${examples(duplicates)}`] : []),
  ]);
}

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Named alike in requests and responses. */
const FIELDS: Partial<Record<Kind, readonly string[]>> = {
  project: [
    ...['title', 'due_date', 'property_address', 'property_city', 'property_state', 'property_zip'],
    'client_company',
  ],
  annotation: ['annotation_type', 'coordinates', 'content', 'document_page_id'],
  issue: ['title', 'description', 'type', 'severity'],
  comment: ['content'],
  feature: ['name', 'land_use', 'coordinate'],
  mention: ['source_annotation_id', 'narrative'],
  decision: ['narrative', 'confidence'],
};

const ordered = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Content hash, equal for request and response; undefined for kinds without fields. */
export function contentHash(kind: Kind, fields: Readonly<Record<string, unknown>>): string | undefined {
  const values = FIELDS[kind]?.map((name) => fields[name]);
  return values && sha256(JSON.stringify(values, ordered));
}
