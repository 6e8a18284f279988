/** Finds matching pages, best first, by the index alone. */
import { escapeRegExp } from '@symbio/rpc';
import type { Term } from '@symbio/page-engine/reading';
import type { MatchKind, SearchOrder } from '@symbio/proto/document/vocabulary';
import { marksFrom, marksOfToken, readMark, sequenceCount } from './marks.js';
import type { MarkedPage, MarksQuery, PageTexts, PlaceOfPage } from './page-text-repository.js';
import type { ProjectIds, Vocabulary } from './vocabulary-repository.js';

export type Marks = Pick<PageTexts, 'marked' | 'withPhrase'>;

export type Words = Pick<Vocabulary, 'near' | 'endingIn' | 'halvesOf'>;

export interface PageQuery {
  projectId: ProjectIds;
  documentId?: string;
  /** Pages per term and kind of match; default: all. */
  limit?: number;
  terms: readonly Term[];
}

export type SoughtTerm = SoughtWord | Extract<Term, { kind: 'phrase' }>;

export interface SoughtWord {
  kind: 'word';
  start: string;
  /** Word written with marks: "co-op". */
  sequences?: readonly (readonly string[])[];
  /** Prefixes of this word joined with its neighbour. */
  joined: readonly string[];
  endings: ReadonlySet<string>;
  near: ReadonlySet<string>;
  halves: readonly (readonly [string, string])[];
}

export interface RankedPage extends PlaceOfPage {
  match: MatchKind;
  /** Sum of match ranks; 0: all exact. */
  rank: number;
  hits: number;
  confidence: number;
}

const RANK: Readonly<Record<MatchKind, number>> = { exact: 0, beginning: 1, part: 2, near: 3 };

const keyOf = ({ documentId, pageNumber }: PlaceOfPage): string => `${documentId} ${pageNumber}`;

export function soughtTerms({ projectId, terms }: PageQuery, vocabulary: Words): Promise<SoughtTerm[]> {
  const starts = terms.map((term) => (term.kind === 'word' ? term.start : undefined));
  return Promise.all(
    terms.map(async (term, at): Promise<SoughtTerm> => {
      if (term.kind === 'phrase') return term;
      const { start, sequences } = term;
      const [before, after] = [starts[at - 1], starts[at + 1]];
      const [near, endings, halves] = await Promise.all([
        vocabulary.near(projectId, start),
        vocabulary.endingIn(projectId, start),
        vocabulary.halvesOf(projectId, start),
      ]);
      // longer words with this prefix are included already
      const joined = before === undefined ? [] : [before + start];
      if (after !== undefined) joined.push(start + after);
      return {
        ...{ kind: 'word', start, joined, endings: new Set(endings), near: new Set(near), halves },
        ...(sequences && { sequences }),
      };
    }),
  );
}

export async function findPages(
  query: Omit<PageQuery, 'terms'>,
  terms: readonly SoughtTerm[],
  order: SearchOrder,
  texts: Marks,
): Promise<RankedPage[]> {
  const lists = await Promise.all(terms.map((term) => pagesOfTerm(query, term, texts)));
  const found = inAll(lists).map(([, pages]) => pages.reduce(both));
  return found.sort(order === 'page' ? byPage : byRelevance);
}

const both = (a: RankedPage, b: RankedPage): RankedPage => ({
  ...a,
  match: RANK[a.match] < RANK[b.match] ? b.match : a.match,
  rank: a.rank + b.rank,
  hits: a.hits + b.hits,
  confidence: Math.min(a.confidence, b.confidence),
});

// document ids ascend with time
const byPage = (a: PlaceOfPage, b: PlaceOfPage): number =>
  a.documentId === b.documentId ? a.pageNumber - b.pageNumber : a.documentId < b.documentId ? 1 : -1;

/** By kind of match, hits, confidence, then newest. */
export const byRelevance = (a: RankedPage, b: RankedPage): number =>
  a.rank - b.rank || b.hits - a.hits || b.confidence - a.confidence || byPage(a, b);

type Pages = Map<string, RankedPage>;

/** Intersection with each list's data, in list order. */
function inAll<T extends object>(lists: readonly ReadonlyMap<string, T>[]): [key: string, pages: T[]][] {
  const fewest = lists.reduce(
    (least, list) => (list.size < least.size ? list : least),
    lists[0] ?? new Map<string, T>(),
  );
  return [...fewest.keys()]
    .map((key): [string, T[]] => [key, lists.flatMap((list) => list.get(key) ?? [])])
    .filter(([, pages]) => pages.length === lists.length);
}

async function pagesOfTerm(query: Omit<PageQuery, 'terms'>, term: SoughtTerm, texts: Marks): Promise<Pages> {
  const found: Pages = new Map();
  if (term.kind === 'phrase') {
    for (const tokens of term.sequences) await addPhrase(query, tokens, 'exact', texts, found);
    return found;
  }
  const { start, sequences = [], joined, endings, near, halves } = term;
  const parts = [...endings].map(marksOfToken);
  const [begun, within, misread] = await Promise.all([
    texts.marked({ ...query, marks: [marksFrom(start)] }),
    marked(query, [...parts, ...joined.filter((word) => !word.startsWith(start)).map(marksFrom)], texts),
    marked(query, [...near].map(marksOfToken), texts),
  ]);
  const isExact = ({ mark }: MarkedPage): boolean => readMark(mark).token === start;
  for (const page of begun.filter(isExact)) add(found, page, 'exact');
  for (const tokens of sequences) await addPhrase(query, tokens, 'exact', texts, found);
  for (const page of begun.filter((one) => !isExact(one))) add(found, page, 'beginning');
  for (const page of within) add(found, page, 'part');
  for (const tokens of halves) await addPhrase(query, tokens, 'part', texts, found);
  for (const page of misread) add(found, page, 'near');
  return found;
}

const marked = (query: Omit<MarksQuery, 'marks'>, marks: RegExp[], texts: Marks) => texts.marked({ ...query, marks });

/** The first kind is the best. */
function addRanked(found: Pages, page: Omit<RankedPage, 'rank'>): void {
  const key = keyOf(page);
  if (!found.has(key)) found.set(key, { ...page, rank: RANK[page.match] });
}

function add(found: Pages, { documentId, pageNumber, mark }: MarkedPage, match: MatchKind): void {
  const { hits, confidence } = readMark(mark);
  addRanked(found, { documentId, pageNumber, match, hits, confidence });
}

/** Uses the page itself if the marks are not conclusive. */
async function addPhrase(
  query: Omit<PageQuery, 'terms'>,
  tokens: readonly string[],
  match: MatchKind,
  texts: Marks,
  found: Pages,
): Promise<void> {
  const lists = await Promise.all(
    tokens.map(async (token) => {
      const marked = await texts.marked({ ...query, marks: [marksOfToken(token)] });
      return new Map(marked.map((page) => [keyOf(page), page]));
    }),
  );
  const unsure = new Map<string, MarkedPage[]>();
  for (const [key, pages] of inAll(lists)) {
    const times = sequenceCount(pages.map(({ mark }) => mark));
    if (times === undefined) unsure.set(key, pages);
    else if (times > 0) addPages(found, pages, match, times);
  }
  const places = [...unsure.values()].flatMap(([page]) => page ?? []);
  for (const place of await texts.withPhrase(query.projectId, places, tokens.map(dividedPattern)))
    addPages(found, unsure.get(keyOf(place)) ?? [], match, 1);
}

/** Matches the token, also in pieces as the page has "u s t". */
const dividedPattern = (token: string): string => [...token.replaceAll('&', '')].map(escapeRegExp).join(' ?');

function addPages(found: Pages, pages: readonly MarkedPage[], match: MatchKind, hits: number): void {
  const [page] = pages;
  if (!page) return;
  const confidence = Math.min(...pages.map(({ mark }) => readMark(mark).confidence));
  addRanked(found, { documentId: page.documentId, pageNumber: page.pageNumber, match, hits, confidence });
}
