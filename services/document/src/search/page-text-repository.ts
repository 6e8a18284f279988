import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { checkedRow } from '@symbio/mongo';
import type { Clock } from '@symbio/runtime';
import { tokensOf } from '@symbio/page-engine/reading';
import type { Model, QueryFilter, mongo } from 'mongoose';
import { MARKS_INDEX, type DocumentModels, type PageRow, type PageTextRow, type StoredWord } from '../model.js';
import { EARLIER_MARKS, MARKS_VERSION, marksOf, marksOfToken } from './marks.js';
import { Vocabulary } from './vocabulary-repository.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Maximum words stored per page. */
const MAX_WORDS = 10_000;
/** Maximum characters of a word: a longer one is hatching. */
const MAX_WORD = 100;

export type TextOwner = Pick<PageRow, '_id' | 'projectId' | 'documentId' | 'pageNumber'>;

export type PlaceOfPage = Pick<PageTextRow, 'documentId' | 'pageNumber'>;

export interface MarkedPage extends PlaceOfPage {
  mark: string;
}

export interface MarksQuery {
  projectId: string;
  documentId?: string;
  marks: readonly RegExp[];
}

export type FoundText = Pick<PageTextRow, '_id'> & PlaceOfPage & { words: StoredWord[] };

const BATCH = 100;
const ASKED_AT_ONCE = 16;
const KEYS_AT_ONCE = 10_000;
const PAGES_AT_ONCE = 500;

/** Limits to {@link MAX_WORDS} words, in whole pixels. */
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

/** Digest of the words: 16 hex digits, empty for none. */
export const digestOf = (words: readonly StoredWord[]): string =>
  words.length === 0 ? '' : createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);

export class PageTexts {
  readonly #model: Model<PageTextRow>;
  readonly #vocabulary: Vocabulary;
  readonly #clock: Clock;

  constructor({ pageTexts, searchWords }: Pick<DocumentModels, 'pageTexts' | 'searchWords'>, clock: Clock) {
    this.#model = pageTexts;
    this.#vocabulary = new Vocabulary(searchWords);
    this.#clock = clock;
  }

  get vocabulary(): Vocabulary {
    return this.#vocabulary;
  }

  /** Idempotent. */
  async put({ _id, projectId, documentId, pageNumber }: TextOwner, words: readonly StoredWord[]): Promise<void> {
    if (words.length === 0) return this.remove(_id);
    const all = words.flatMap(({ text }) => tokensOf(text));
    const tokens = [...new Set(all)];
    const row = await checkedRow(this.#model, {
      _id,
      projectId,
      documentId,
      pageNumber,
      tokens,
      marks: marksOf(words),
      marked: MARKS_VERSION,
      sequence: ` ${all.join(' ')} `,
      words: await deflate(JSON.stringify(words.map(toTuple))),
      updatedAt: this.#clock.now(),
    });
    const before = await this.#model.findOne({ _id }, { tokens: 1 }).lean<Pick<PageTextRow, 'tokens'>>();
    await this.#model.collection.replaceOne({ _id } as never, row, { upsert: true });
    // after the page: a concurrent removal of unused words checks again afterwards
    await this.#vocabulary.add(projectId, tokens);
    const now = new Set(tokens);
    await this.#forget(
      projectId,
      (before?.tokens ?? []).filter((token) => !now.has(token)),
    );
  }

  async words(pageId: string): Promise<StoredWord[]> {
    const row = await this.#model.findOne({ _id: pageId }, { words: 1 }).lean<Pick<PageTextRow, 'words'>>();
    return row ? unpack(row.words) : [];
  }

  /** Pages with these marks, the first mark of each: by token, best first, newest document first. */
  async marked(query: MarksQuery): Promise<MarkedPage[]> {
    if (query.marks.length === 0) return [];
    const keys = await this.markedQuery(query).lean<{ documentId: string; pageNumber: number; marks: string }[]>();
    return keys.map(({ documentId, pageNumber, marks }) => ({ documentId, pageNumber, mark: marks }));
  }

  /** The query itself, to test its plan: covered by the index. */
  markedQuery({ projectId, documentId, marks }: MarksQuery) {
    return this.#model
      .find({ projectId, marks: { $in: [...marks] }, ...(documentId && { documentId }) })
      .setOptions({ returnKey: true, hint: { ...MARKS_INDEX }, batchSize: KEYS_AT_ONCE });
  }

  async withPhrase(
    projectId: string,
    pages: readonly PlaceOfPage[],
    tokens: readonly string[],
  ): Promise<PlaceOfPage[]> {
    const found: PlaceOfPage[] = [];
    for (let at = 0; at < pages.length; at += PAGES_AT_ONCE) {
      const rows = await this.#model
        .find(
          { projectId, ...these(pages.slice(at, at + PAGES_AT_ONCE)), sequence: { $regex: ` ${tokens.join(' ')} ` } },
          { _id: 0, documentId: 1, pageNumber: 1 },
        )
        .lean<PlaceOfPage[]>();
      found.push(...rows);
    }
    return found;
  }

  async texts(pages: readonly PlaceOfPage[]): Promise<FoundText[]> {
    if (pages.length === 0) return [];
    const rows = await this.#model
      .find(these(pages), { documentId: 1, pageNumber: 1, words: 1 })
      .lean<Pick<PageTextRow, '_id' | 'documentId' | 'pageNumber' | 'words'>[]>();
    return Promise.all(rows.map(async (row) => ({ ...row, words: await unpack(row.words) })));
  }

  async remove(pageId: string): Promise<void> {
    const row = await this.#model
      .findOneAndDelete({ _id: pageId }, { projection: { projectId: 1, tokens: 1 } })
      .lean<Pick<PageTextRow, 'projectId' | 'tokens'>>();
    if (row) await this.#forget(row.projectId, row.tokens);
  }

  /** Removes the pages last, so that an interrupted removal can be repeated. */
  async removeOf(documentId: string): Promise<void> {
    const rows = await this.#model
      .find({ documentId }, { projectId: 1, tokens: 1 })
      .lean<Pick<PageTextRow, 'projectId' | 'tokens'>[]>();
    const tokens = new Set(rows.flatMap((row) => row.tokens));
    if (rows[0]) await this.#forget(shown(rows[0].projectId), [...tokens], documentId);
    await this.#model.deleteMany({ documentId });
  }

  /** Hides the pages of a deleted, restorable document from searches. */
  async hide(projectId: string, documentId: string): Promise<void> {
    await this.#model.updateMany({ documentId, projectId }, { $set: { projectId: hidden(projectId) } });
  }

  async show(projectId: string, documentId: string): Promise<void> {
    await this.#model.updateMany({ documentId, projectId: hidden(projectId) }, { $set: { projectId } });
  }

  /** Removes words from the vocabulary that only a hidden document contains. */
  async forgetWordsOf(projectId: string, documentId: string): Promise<void> {
    await this.#forget(projectId, await this.#tokensOf(documentId));
  }

  async rememberWordsOf(projectId: string, documentId: string): Promise<void> {
    await this.#vocabulary.add(projectId, await this.#tokensOf(documentId));
  }

  async #tokensOf(documentId: string): Promise<string[]> {
    const rows = await this.#model.find({ documentId }, { tokens: 1 }).lean<Pick<PageTextRow, 'tokens'>[]>();
    return [...new Set(rows.flatMap(({ tokens }) => tokens))];
  }

  /** Rebuilds the index of some pages of earlier versions. Returns their number; 0 when done. */
  async markSome(): Promise<number> {
    const rows = await this.unmarkedQuery().lean<PageTextRow[]>();
    for (const row of rows) {
      const words = await unpack(row.words);
      await this.#model.updateOne(
        { _id: row._id, updatedAt: row.updatedAt },
        { $set: { marks: marksOf(words), marked: MARKS_VERSION } },
      );
      if (row.projectId === shown(row.projectId)) await this.#vocabulary.add(row.projectId, row.tokens);
    }
    return rows.length;
  }

  unmarkedQuery() {
    // null also matches missing fields
    return this.#model.find({ marked: { $in: [null, ...EARLIER_MARKS] } }).limit(BATCH);
  }

  /** Removes unused tokens from the vocabulary, ignoring uses in the document `goes`. */
  async #forget(projectId: string, tokens: readonly string[], goes?: string): Promise<void> {
    for (let at = 0; at < tokens.length; at += ASKED_AT_ONCE) {
      const some = [...(await this.#vocabulary.known(projectId, tokens.slice(at, at + ASKED_AT_ONCE)))];
      const gone = await this.#unused(projectId, some, goes);
      if (gone.length === 0) continue;
      await this.#vocabulary.remove(projectId, gone);
      // a concurrently written page relied on words just removed: add those again
      const unused = new Set(await this.#unused(projectId, gone, goes));
      await this.#vocabulary.add(
        projectId,
        gone.filter((token) => !unused.has(token)),
      );
    }
  }

  async #unused(projectId: string, tokens: readonly string[], goes?: string): Promise<string[]> {
    const used = await Promise.all(
      tokens.map((token) =>
        this.#model
          .find({ projectId, marks: marksOfToken(token), ...(goes && { documentId: { $ne: goes } }) })
          .setOptions({ returnKey: true, hint: { ...MARKS_INDEX } })
          .limit(1)
          .lean<unknown[]>(),
      ),
    );
    return tokens.filter((_, at) => used[at]?.length === 0);
  }
}

/** Project prefix that hides pages from searches. */
const HIDDEN = 'deleted:';
const hidden = (projectId: string): string => `${HIDDEN}${projectId}`;
const shown = (projectId: string): string =>
  projectId.startsWith(HIDDEN) ? projectId.slice(HIDDEN.length) : projectId;

function these(pages: readonly PlaceOfPage[]): QueryFilter<PageTextRow> {
  const numbers = new Map<string, number[]>();
  for (const { documentId, pageNumber } of pages) {
    const some = numbers.get(documentId);
    if (some) some.push(pageNumber);
    else numbers.set(documentId, [pageNumber]);
  }
  return { $or: [...numbers].map(([documentId, of]) => ({ documentId, pageNumber: { $in: of } })) };
}

/** Storage format of a word: trailing fields that most words of a PDF's text lack are omitted. */
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

export function toTuple({ text, x, y, width, height, confidence, turned, angle = 0, line }: StoredWord): Tuple {
  const percent = Math.round(confidence * 100);
  if (angle === 0 && line === undefined) return [text, x, y, width, height, percent, turned];
  return [text, x, y, width, height, percent, turned, angle, line ?? null];
}

/** Reads words of all versions, also without angle and line. */
export function fromTuple([text, x, y, width, height, percent, turned, angle, line]: Tuple): StoredWord {
  const word = { text, x, y, width, height, confidence: percent / 100, turned };
  return { ...word, ...(angle && { angle }), ...(typeof line === 'number' && { line }) };
}

async function unpack(words: mongo.Binary): Promise<StoredWord[]> {
  const tuples = JSON.parse((await inflate(words.value())).toString('utf8')) as Tuple[];
  return tuples.map(fromTuple);
}
