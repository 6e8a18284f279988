import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { checkedRow } from '@symbio/mongo';
import type { Clock } from '@symbio/runtime';
import type { QueryFilter, mongo } from 'mongoose';
import { MARKS_INDEX, type DocumentModels, type PageRow, type PageTextRow, type StoredWord } from '../model.js';
import { MARKS_VERSION, marksOf, marksOfToken } from './marks.js';
import type { PictureSize } from '../picture-size.js';
import { pageTokens } from './page-tokens.js';
import { createVocabulary, inThese, type ProjectIds } from './vocabulary-repository.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const MAX_WORDS = 10_000;
/** A longer word is hatching. */
const MAX_WORD = 100;

export type TextOwner = Pick<PageRow, '_id' | 'projectId' | 'documentId' | 'pageNumber'>;

export type PlaceOfPage = Pick<PageTextRow, 'documentId' | 'pageNumber'>;

export interface MarkedPage extends PlaceOfPage {
  mark: string;
}

export interface MarksQuery {
  projectId: ProjectIds;
  documentId?: string;
  marks: readonly RegExp[];
  /** Pages per mark query; default: all. */
  limit?: number;
}

export type FoundText = Pick<PageTextRow, '_id'> & PlaceOfPage & { words: StoredWord[] };

const ASKED_AT_ONCE = 16;
const KEYS_AT_ONCE = 10_000;
const PAGES_AT_ONCE = 500;

/** Whether the search finds all of a page's words. */
export const isSearchable = (words: readonly StoredWord[]): boolean =>
  words.length <= MAX_WORDS && !pageTokens(bounded(words)).isCut;

/** In whole pixels. */
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

/** 16 hex digits; empty without words. */
export const digestOf = (words: readonly StoredWord[]): string =>
  words.length === 0 ? '' : createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);

export function createPageTexts(
  { pageTexts, searchWords }: Pick<DocumentModels, 'pageTexts' | 'searchWords'>,
  clock: Clock,
) {
  const vocabulary = createVocabulary(searchWords);

  /** Covered by the index. */
  function markedQuery({ projectId, documentId, marks, limit = 0 }: MarksQuery) {
    return pageTexts
      .find({ projectId: inThese(projectId), marks: { $in: [...marks] }, ...(documentId && { documentId }) })
      .limit(limit)
      .setOptions({ returnKey: true, hint: { ...MARKS_INDEX }, batchSize: KEYS_AT_ONCE });
  }

  async function remove(pageId: string): Promise<void> {
    const row = await pageTexts
      .findOneAndDelete({ _id: pageId }, { projection: { projectId: 1, tokens: 1 } })
      .lean<Pick<PageTextRow, 'projectId' | 'tokens'>>();
    if (row) await forget(row.projectId, row.tokens);
  }

  async function tokensOfDocument(documentId: string): Promise<string[]> {
    const rows = await pageTexts.find({ documentId }, { tokens: 1 }).lean<Pick<PageTextRow, 'tokens'>[]>();
    return [...new Set(rows.flatMap(({ tokens }) => tokens))];
  }

  async function forget(projectId: string, tokens: readonly string[], exceptDocumentId?: string): Promise<void> {
    for (let at = 0; at < tokens.length; at += ASKED_AT_ONCE) {
      const some = [...(await vocabulary.known(projectId, tokens.slice(at, at + ASKED_AT_ONCE)))];
      const removed = await findUnused(projectId, some, exceptDocumentId);
      if (removed.length === 0) continue;
      await vocabulary.remove(projectId, removed);
      // a concurrently written page relied on them
      const unused = new Set(await findUnused(projectId, removed, exceptDocumentId));
      await vocabulary.add(
        projectId,
        removed.filter((token) => !unused.has(token)),
      );
    }
  }

  async function findUnused(
    projectId: string,
    tokens: readonly string[],
    exceptDocumentId?: string,
  ): Promise<string[]> {
    const used = await Promise.all(
      tokens.map((token) =>
        pageTexts
          .find({
            projectId,
            marks: marksOfToken(token),
            ...(exceptDocumentId && { documentId: { $ne: exceptDocumentId } }),
          })
          .setOptions({ returnKey: true, hint: { ...MARKS_INDEX } })
          .limit(1)
          .lean<unknown[]>(),
      ),
    );
    return tokens.filter((_, at) => used[at]?.length === 0);
  }

  async function wordsOf(pageId: string): Promise<{ words: StoredWord[]; size: PictureSize | undefined }> {
    const row = await pageTexts
      .findOne({ _id: pageId }, { words: 1, width: 1, height: 1 })
      .lean<Pick<PageTextRow, 'words' | 'width' | 'height'>>();
    const { width, height } = row ?? {};
    const size = width !== undefined && height !== undefined ? { width, height } : undefined;
    return { words: row ? await unpackWords(row.words) : [], size };
  }

  return {
    vocabulary,
    wordsOf,

    /** Idempotent. */
    async put(
      { _id, projectId, documentId, pageNumber }: TextOwner,
      words: readonly StoredWord[],
      size?: PictureSize,
    ): Promise<void> {
      if (words.length === 0) return remove(_id);
      const { tokens, sequence } = textOf(words);
      const row = await checkedRow(pageTexts, {
        _id,
        projectId,
        documentId,
        pageNumber,
        tokens,
        marks: marksOf(words),
        marked: MARKS_VERSION,
        sequence,
        ...(size && { width: size.width, height: size.height }),
        words: await deflate(JSON.stringify(words.map(toTuple))),
        updatedAt: clock.now(),
      });
      const before = await pageTexts.findOne({ _id }, { tokens: 1 }).lean<Pick<PageTextRow, 'tokens'>>();
      await pageTexts.collection.replaceOne({ _id } as never, row, { upsert: true });
      // after the page: a concurrent removal checks again
      await vocabulary.add(projectId, tokens);
      const now = new Set(tokens);
      await forget(
        projectId,
        (before?.tokens ?? []).filter((token) => !now.has(token)),
      );
    },

    async words(pageId: string): Promise<StoredWord[]> {
      return (await wordsOf(pageId)).words;
    },

    async projects(): Promise<string[]> {
      const ids: string[] = await pageTexts.distinct('projectId');
      return ids.filter((id) => !id.startsWith(HIDDEN)).sort(newestFirst);
    },

    /** First mark of each page: by token, best first, newest document first. */
    async marked(query: MarksQuery): Promise<MarkedPage[]> {
      if (query.marks.length === 0) return [];
      const keys = await markedQuery(query).lean<{ documentId: string; pageNumber: number; marks: string }[]>();
      return keys.map(({ documentId, pageNumber, marks }) => ({ documentId, pageNumber, mark: marks }));
    },
    markedQuery,

    async withPhrase(
      projectId: ProjectIds,
      pages: readonly PlaceOfPage[],
      tokens: readonly string[],
    ): Promise<PlaceOfPage[]> {
      const found: PlaceOfPage[] = [];
      for (let at = 0; at < pages.length; at += PAGES_AT_ONCE) {
        const rows = await pageTexts
          .find(
            {
              projectId: inThese(projectId),
              ...these(pages.slice(at, at + PAGES_AT_ONCE)),
              sequence: { $regex: ` ${tokens.join(' ')} ` },
            },
            { _id: 0, documentId: 1, pageNumber: 1 },
          )
          .lean<PlaceOfPage[]>();
        found.push(...rows);
      }
      return found;
    },

    async texts(pages: readonly PlaceOfPage[]): Promise<FoundText[]> {
      if (pages.length === 0) return [];
      const rows = await pageTexts
        .find(these(pages), { documentId: 1, pageNumber: 1, words: 1 })
        .lean<Pick<PageTextRow, '_id' | 'documentId' | 'pageNumber' | 'words'>[]>();
      return Promise.all(rows.map(async (row) => ({ ...row, words: await unpackWords(row.words) })));
    },
    remove,

    /** Pages go last, so an interrupted removal can be repeated. */
    async removeOf(documentId: string): Promise<void> {
      const rows = await pageTexts
        .find({ documentId }, { projectId: 1, tokens: 1 })
        .lean<Pick<PageTextRow, 'projectId' | 'tokens'>[]>();
      const tokens = new Set(rows.flatMap((row) => row.tokens));
      if (rows[0]) await forget(shownProject(rows[0].projectId), [...tokens], documentId);
      await pageTexts.deleteMany({ documentId });
    },

    /** From searches, while deleted. */
    async hide(projectId: string, documentId: string): Promise<void> {
      await pageTexts.updateMany({ documentId, projectId }, { $set: { projectId: hidden(projectId) } });
    },

    async show(projectId: string, documentId: string): Promise<void> {
      await pageTexts.updateMany({ documentId, projectId: hidden(projectId) }, { $set: { projectId } });
    },

    /** Unless another document has them. */
    async removeWordsOf(projectId: string, documentId: string): Promise<void> {
      await forget(projectId, await tokensOfDocument(documentId));
    },

    async addWordsOf(projectId: string, documentId: string): Promise<void> {
      await vocabulary.add(projectId, await tokensOfDocument(documentId));
    },
  };
}

/** Distinct tokens, and all in reading order between blanks. */
export function textOf(words: readonly StoredWord[]): Pick<PageTextRow, 'tokens' | 'sequence'> {
  const { tokens, merged } = pageTokens(words);
  return {
    tokens: [...new Set([...tokens, ...merged].map(({ token }) => token))],
    sequence: ` ${tokens.map(({ token }) => token).join(' ')} `,
  };
}

export type PageTexts = ReturnType<typeof createPageTexts>;

/** Ids ascend with time. */
export const newestFirst = (one: string, other: string): number => (one < other ? 1 : one > other ? -1 : 0);

/** Project prefix of hidden pages. */
const HIDDEN = 'deleted:';
const hidden = (projectId: string): string => `${HIDDEN}${projectId}`;
export const shownProject = (projectId: string): string =>
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

/** Omits trailing fields that most PDF words lack. */
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

/** Of all versions. */
export function fromTuple([text, x, y, width, height, percent, turned, angle, line]: Tuple): StoredWord {
  const word = { text, x, y, width, height, confidence: percent / 100, turned };
  return { ...word, ...(angle && { angle }), ...(typeof line === 'number' && { line }) };
}

export async function unpackWords(words: mongo.Binary): Promise<StoredWord[]> {
  const tuples = JSON.parse((await inflate(words.value())).toString('utf8')) as Tuple[];
  return tuples.map(fromTuple);
}
