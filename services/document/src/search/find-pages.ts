/** Which pages hold what was looked for, best first, by the index alone. */
import { escapeRegExp } from '@symbio/kit';
import type { Term } from '@symbio/page-engine/reading';
import type { MatchKind, SearchOrder } from '@symbio/proto/document/vocabulary';
import { marksFrom, marksOfToken, readMark, timesInRow } from './marks.js';
import type { MarkedPage, MarksQuery, PageTexts, PlaceOfPage } from './page-text-repository.js';
import type { Vocabulary } from './vocabulary-repository.js';

/** What is asked of the index. */
export type Marks = Pick<PageTexts, 'marked' | 'withPhrase'>;

/** What is asked of the words that a project has. */
export type Words = Pick<Vocabulary, 'near' | 'endingIn' | 'halvesOf'>;

/** What a search is narrowed to. */
export interface PageQuery {
  projectId: string;
  documentId?: string;
  terms: readonly Term[];
}

/** A term with all that counts as finding it. */
export type SoughtTerm = SoughtWord | { kind: 'phrase'; tokens: readonly string[] };

export interface SoughtWord {
  kind: 'word';
  start: string;
  /** Beginnings of words that ran together of this word and its neighbour in the query. */
  joined: readonly string[];
  /** Words that end in this one. */
  endings: ReadonlySet<string>;
  /** Words that were likely misread. */
  near: ReadonlySet<string>;
  /** Two words that this one is without the space between them. */
  halves: readonly (readonly [string, string])[];
}

/** A page and what speaks for it. */
export interface RankedPage extends PlaceOfPage {
  match: MatchKind;
  /** Sum of what its terms are found by: 0 for all of them as they are. */
  rank: number;
  hits: number;
  confidence: number;
}

/** Ways in which pages are found, fewer of the better ones counting less. */
const RANK: Readonly<Record<MatchKind, number>> = { exact: 0, beginning: 1, part: 2, near: 3 };

const keyOf = ({ documentId, pageNumber }: PlaceOfPage): string => `${documentId} ${pageNumber}`;

/** What counts as finding each term in this project. */
export function soughtTerms({ projectId, terms }: PageQuery, vocabulary: Words): Promise<SoughtTerm[]> {
  const starts = terms.map((term) => (term.kind === 'word' ? term.start : undefined));
  return Promise.all(
    terms.map(async (term, at): Promise<SoughtTerm> => {
      if (term.kind === 'phrase') return term;
      const { start } = term;
      const [before, after] = [starts[at - 1], starts[at + 1]];
      const [near, endings, halves] = await Promise.all([
        vocabulary.near(projectId, start),
        vocabulary.endingIn(projectId, start),
        vocabulary.halvesOf(projectId, start),
      ]);
      // what begins with this word is found already
      const joined = before === undefined ? [] : [before + start];
      if (after !== undefined) joined.push(start + after);
      return { kind: 'word', start, joined, endings: new Set(endings), near: new Set(near), halves };
    }),
  );
}

/** Pages that hold all terms, in order. */
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

// ids of documents grow with time
const byPage = (a: PlaceOfPage, b: PlaceOfPage): number =>
  a.documentId === b.documentId ? a.pageNumber - b.pageNumber : a.documentId < b.documentId ? 1 : -1;

/** Exact before beginnings before parts before misread ones; then more hits, surer words, newer documents. */
const byRelevance = (a: RankedPage, b: RankedPage): number =>
  a.rank - b.rank || b.hits - a.hits || b.confidence - a.confidence || byPage(a, b);

type Pages = Map<string, RankedPage>;

/** The pages that are in all lists, with what each list says of them, in the order of the lists. */
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
    await addPhrase(query, term.tokens, 'exact', texts, found);
    return found;
  }
  const { start, joined, endings, near, halves } = term;
  const parts = [...endings].map(marksOfToken);
  const [begun, within, misread] = await Promise.all([
    texts.marked({ ...query, marks: [marksFrom(start)] }),
    marked(query, [...parts, ...joined.filter((word) => !word.startsWith(start)).map(marksFrom)], texts),
    marked(query, [...near].map(marksOfToken), texts),
  ]);
  for (const page of begun) add(found, page, readMark(page.mark).token === start ? 'exact' : 'beginning');
  for (const page of within) add(found, page, 'part');
  for (const tokens of halves) await addPhrase(query, tokens, 'part', texts, found);
  for (const page of misread) add(found, page, 'near');
  return found;
}

const marked = (query: Omit<MarksQuery, 'marks'>, marks: RegExp[], texts: Marks) => texts.marked({ ...query, marks });

/** The way that was added first is the best one. */
function addRanked(found: Pages, page: Omit<RankedPage, 'rank'>): void {
  const key = keyOf(page);
  if (!found.has(key)) found.set(key, { ...page, rank: RANK[page.match] });
}

function add(found: Pages, { documentId, pageNumber, mark }: MarkedPage, match: MatchKind): void {
  const { hits, confidence } = readMark(mark);
  addRanked(found, { documentId, pageNumber, match, hits, confidence });
}

/** Pages on which these words follow each other: by the index, and by the page where that does not say. */
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
    const times = timesInRow(pages.map(({ mark }) => mark));
    if (times === undefined) unsure.set(key, pages);
    else if (times > 0) addPages(found, pages, match, times);
  }
  const places = [...unsure.values()].flatMap(([page]) => page ?? []);
  for (const place of await texts.withPhrase(query.projectId, places, tokens.map(escapeRegExp)))
    // once at least
    addPages(found, unsure.get(keyOf(place)) ?? [], match, 1);
}

/** A page by the marks of the words of a phrase. */
function addPages(found: Pages, pages: readonly MarkedPage[], match: MatchKind, hits: number): void {
  const [page] = pages;
  if (!page) return;
  const confidence = Math.min(...pages.map(({ mark }) => readMark(mark).confidence));
  addRanked(found, { documentId: page.documentId, pageNumber: page.pageNumber, match, hits, confidence });
}
