/** The words of pages: kept beside them, compressed, with what makes them searchable. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { checkedRow, escapeRegExp, type Clock, type PageSpec } from '@symbio/kit';
import { tokensOf, type Term } from '@symbio/page-engine/reading';
import type { Model, QueryFilter, mongo } from 'mongoose';
import type { PageRow, PageTextRow, StoredWord } from '../model.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Words of a page that are kept with their boxes. */
const MAX_WORDS = 10_000;
/** Characters of a word: a longer one is a line of hatching. */
const MAX_WORD = 100;

/** What a search is narrowed to. */
export interface PageQuery {
  projectId: string;
  documentId?: string;
  terms: readonly Term[];
}

/** Which page a text belongs to. */
export type TextOwner = Pick<PageRow, '_id' | 'projectId' | 'documentId' | 'pageNumber'>;

/** A page that was found. */
export type FoundText = Pick<PageTextRow, '_id' | 'documentId' | 'pageNumber'> & { words: StoredWord[] };

/** At most {@link MAX_WORDS} words, in whole pixels. */
export function bounded(words: readonly StoredWord[]): StoredWord[] {
  return words.slice(0, MAX_WORDS).map(({ text, x, y, width, height, confidence, turned, angle, line }) => ({
    text: text.slice(0, MAX_WORD),
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
    confidence: Math.round(confidence * 100) / 100,
    turned,
    ...(angle && { angle }),
    ...(line !== undefined && { line }),
  }));
}

/** Changes with the words: 16 hex digits, empty for none. */
export const digestOf = (words: readonly StoredWord[]): string =>
  words.length === 0 ? '' : createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);

export class PageTexts {
  readonly #model: Model<PageTextRow>;
  readonly #clock: Clock;

  constructor(model: Model<PageTextRow>, clock: Clock) {
    this.#model = model;
    this.#clock = clock;
  }

  /** Puts these words in the place of what the page had. Repeating it changes nothing. */
  async put({ _id, projectId, documentId, pageNumber }: TextOwner, words: readonly StoredWord[]): Promise<void> {
    if (words.length === 0) return this.remove(_id);
    const all = words.flatMap(({ text }) => tokensOf(text));
    const row = await checkedRow(this.#model, {
      _id,
      projectId,
      documentId,
      pageNumber,
      tokens: [...new Set(all)],
      sequence: ` ${all.join(' ')} `,
      words: await deflate(JSON.stringify(words.map(toTuple))),
      updatedAt: this.#clock.now(),
    });
    await this.#model.collection.replaceOne({ _id } as never, row, { upsert: true });
  }

  async words(pageId: string): Promise<StoredWord[]> {
    const row = await this.#model.findOne({ _id: pageId }, { words: 1 }).lean<Pick<PageTextRow, 'words'>>();
    return row ? unpack(row.words) : [];
  }

  /** Newest document first, its pages in order. */
  async search(query: PageQuery, page: PageSpec): Promise<{ found: FoundText[]; count: number }> {
    const [rows, count] = await Promise.all([
      this.searchQuery(query, page).lean<Pick<PageTextRow, '_id' | 'documentId' | 'pageNumber' | 'words'>[]>(),
      this.#model.countDocuments(where(query)),
    ]);
    const found = rows.map(async (row) => ({ ...row, words: await unpack(row.words) }));
    return { found: await Promise.all(found), count };
  }

  /** The query itself, for the test of its plan. */
  searchQuery(query: PageQuery, { skip, perPage }: PageSpec) {
    // ids of documents grow with time
    return this.#model
      .find(where(query), { documentId: 1, pageNumber: 1, words: 1 })
      .sort({ documentId: -1, pageNumber: 1 })
      .skip(skip)
      .limit(perPage);
  }

  async remove(pageId: string): Promise<void> {
    await this.#model.deleteOne({ _id: pageId });
  }

  async removeOf(documentId: string): Promise<void> {
    await this.#model.deleteMany({ documentId });
  }
}

/** The index answers words and beginnings; that the words of a phrase follow each other is looked up in what is left. */
function where({ projectId, documentId, terms }: PageQuery): QueryFilter<PageTextRow> {
  const tokens = terms.flatMap((term): QueryFilter<PageTextRow>[] =>
    term.kind === 'word'
      ? [{ tokens: { $regex: `^${escapeRegExp(term.start)}` } }]
      : term.tokens.map((token) => ({ tokens: token })),
  );
  const phrases = terms
    .filter((term) => term.kind === 'phrase' && term.tokens.length > 1)
    .map((term): QueryFilter<PageTextRow> => {
      const words = term.kind === 'phrase' ? term.tokens : [];
      return { sequence: { $regex: ` ${escapeRegExp(words.join(' '))} ` } };
    });
  return { projectId, ...(documentId && { documentId }), $and: [...tokens, ...phrases] };
}

/** As words are kept: what most words of a PDF's own text do not have is left out at the end. */
type Tuple = [
  text: string,
  x: number,
  y: number,
  width: number,
  height: number,
  percent: number,
  turned: number,
  angle?: number,
  line?: number | null,
];

/** A word as it is kept. */
export function toTuple({ text, x, y, width, height, confidence, turned, angle = 0, line }: StoredWord): Tuple {
  const percent = Math.round(confidence * 100);
  if (angle === 0 && line === undefined) return [text, x, y, width, height, percent, turned];
  return [text, x, y, width, height, percent, turned, angle, line ?? null];
}

/** A word as it was kept, also before words had an angle and a line. */
export function fromTuple([text, x, y, width, height, percent, turned, angle, line]: Tuple): StoredWord {
  const word = { text, x, y, width, height, confidence: percent / 100, turned };
  return { ...word, ...(angle && { angle }), ...(typeof line === 'number' && { line }) };
}

async function unpack(words: mongo.Binary): Promise<StoredWord[]> {
  const tuples = JSON.parse((await inflate(words.value())).toString('utf8')) as Tuple[];
  return tuples.map(fromTuple);
}
