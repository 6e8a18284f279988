/** The words of pages: kept beside them, compressed, with what makes them searchable. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { checkedRow, type Clock } from '@symbio/kit';
import { tokensOf } from '@symbio/page-engine/reading';
import type { Model, QueryFilter, mongo } from 'mongoose';
import { MARKS_INDEX, type DocumentModels, type PageRow, type PageTextRow, type StoredWord } from '../model.js';
import { EARLIER_MARKS, MARKS_VERSION, marksOf, marksOfToken } from './marks.js';
import { Vocabulary } from './vocabulary-repository.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Words of a page that are kept with their boxes. */
const MAX_WORDS = 10_000;
/** Characters of a word: a longer one is a line of hatching. */
const MAX_WORD = 100;

/** Which page a text belongs to. */
export type TextOwner = Pick<PageRow, '_id' | 'projectId' | 'documentId' | 'pageNumber'>;

/** A page by its place in its project. */
export type PlaceOfPage = Pick<PageTextRow, 'documentId' | 'pageNumber'>;

/** A page with one of its marks, as the index holds them. */
export interface MarkedPage extends PlaceOfPage {
  mark: string;
}

/** Marks of a project that are looked up, of one document where it is named. */
export interface MarksQuery {
  projectId: string;
  documentId?: string;
  marks: readonly RegExp[];
}

/** A page that was found. */
export type FoundText = Pick<PageTextRow, '_id'> & PlaceOfPage & { words: StoredWord[] };

/** Rows of a batch that the index is made of anew. */
const BATCH = 100;
/** Words at a time of which it is asked whether any page still has them. */
const ASKED_AT_ONCE = 16;
/** Keys of the index that come in one answer. */
const KEYS_AT_ONCE = 10_000;
/** Pages at a time whose words are looked at in their order. */
const PAGES_AT_ONCE = 500;

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

  /** Puts these words in the place of what the page had. Repeating it changes nothing. */
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
    // after the page: whoever removes a word that no page has looks once more afterwards
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

  /** Pages with these marks, the first mark of each: by token, best first, newest document first, in order. */
  async marked(query: MarksQuery): Promise<MarkedPage[]> {
    if (query.marks.length === 0) return [];
    const keys = await this.markedQuery(query).lean<{ documentId: string; pageNumber: number; marks: string }[]>();
    return keys.map(({ documentId, pageNumber, marks }) => ({ documentId, pageNumber, mark: marks }));
  }

  /** The query itself, for the test of its plan. It is answered with keys of the index alone. */
  markedQuery({ projectId, documentId, marks }: MarksQuery) {
    return this.#model
      .find({ projectId, marks: { $in: [...marks] }, ...(documentId && { documentId }) })
      .setOptions({ returnKey: true, hint: { ...MARKS_INDEX }, batchSize: KEYS_AT_ONCE });
  }

  /** Those of some pages on which these tokens follow each other. */
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

  /** Pages with their words, in no order. */
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

  /** The pages go last: what breaks off in between is done again with all that is known of them. */
  async removeOf(documentId: string): Promise<void> {
    const rows = await this.#model
      .find({ documentId }, { projectId: 1, tokens: 1 })
      .lean<Pick<PageTextRow, 'projectId' | 'tokens'>[]>();
    const tokens = new Set(rows.flatMap((row) => row.tokens));
    if (rows[0]) await this.#forget(shown(rows[0].projectId), [...tokens], documentId);
    await this.#model.deleteMany({ documentId });
  }

  /** Puts the pages of a document where no search of their project looks: it was deleted and can be restored. */
  async hide(projectId: string, documentId: string): Promise<void> {
    await this.#model.updateMany({ documentId, projectId }, { $set: { projectId: hidden(projectId) } });
  }

  /** Takes back {@link hide}. */
  async show(projectId: string, documentId: string): Promise<void> {
    await this.#model.updateMany({ documentId, projectId: hidden(projectId) }, { $set: { projectId } });
  }

  /** Takes out of the vocabulary what only a hidden document says. */
  async forgetWordsOf(projectId: string, documentId: string): Promise<void> {
    await this.#forget(projectId, await this.#tokensOf(documentId));
  }

  /** Takes back {@link forgetWordsOf}. */
  async rememberWordsOf(projectId: string, documentId: string): Promise<void> {
    await this.#vocabulary.add(projectId, await this.#tokensOf(documentId));
  }

  async #tokensOf(documentId: string): Promise<string[]> {
    const rows = await this.#model.find({ documentId }, { tokens: 1 }).lean<Pick<PageTextRow, 'tokens'>[]>();
    return [...new Set(rows.flatMap(({ tokens }) => tokens))];
  }

  /** Makes the index of pages that earlier versions wrote. Answers how many there were; none are left at 0. */
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

  /** The query itself, for the test of its plan. */
  unmarkedQuery() {
    // null is also what is not there
    return this.#model.find({ marked: { $in: [null, ...EARLIER_MARKS] } }).limit(BATCH);
  }

  /** Takes those of some tokens out of the vocabulary that no page has, but for those of a document that goes. */
  async #forget(projectId: string, tokens: readonly string[], goes?: string): Promise<void> {
    for (let at = 0; at < tokens.length; at += ASKED_AT_ONCE) {
      const some = [...(await this.#vocabulary.known(projectId, tokens.slice(at, at + ASKED_AT_ONCE)))];
      const gone = await this.#unused(projectId, some, goes);
      if (gone.length === 0) continue;
      await this.#vocabulary.remove(projectId, gone);
      // a page that was put meanwhile found its words known, and they are not any more
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

/** What stands before the project of pages that no search finds. */
const HIDDEN = 'deleted:';
const hidden = (projectId: string): string => `${HIDDEN}${projectId}`;
const shown = (projectId: string): string =>
  projectId.startsWith(HIDDEN) ? projectId.slice(HIDDEN.length) : projectId;

/** Pages by their places. */
function these(pages: readonly PlaceOfPage[]): QueryFilter<PageTextRow> {
  const numbers = new Map<string, number[]>();
  for (const { documentId, pageNumber } of pages) {
    const some = numbers.get(documentId);
    if (some) some.push(pageNumber);
    else numbers.set(documentId, [pageNumber]);
  }
  return { $or: [...numbers].map(([documentId, of]) => ({ documentId, pageNumber: { $in: of } })) };
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
