import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectMongo, ensureIndexes, newId, systemClock, type Connection } from '@symbio/kit';
import { startChild } from '../dev/child-process.js';
import { mongoChild, mongoUri } from '../dev/mongo.js';
import { freePort } from '@symbio/fixtures/ports';
import { inFolder, type BenchRun } from './bench-run.js';
import { documentModule } from './document-service.js';
import type { Figure } from './figures.js';
import { percentile } from './percentile.js';
import { QUERIES, searchPages, WORDS_A_PAGE, type BenchWord } from './search-pages.js';

const PAGES = 10_000;
const QUICK_PAGES = 500;
const PAGES_A_DOCUMENT = 50;
/** Pages that are written at a time, as workers side by side do. */
const AT_ONCE = 8;
/** Times that each query is asked in a run. */
const ROUNDS = 10;
/** Hits that are described and shown at first. */
const SHOWN = 20;
/** Milliseconds within which an answer is felt to come at once, and within which it is not waited for. */
const GOALS = { p50: 100, p99: 1_000 } as const;

interface Place {
  documentId: string;
  pageNumber: number;
}

/** The part of services/document/src/search/page-text-repository.ts that is used here. */
interface TextsModule {
  PageTexts: new (models: object, clock: typeof systemClock) => Texts;
}
interface Texts {
  put(owner: Place & { _id: string; projectId: string }, words: readonly BenchWord[]): Promise<void>;
}
/** The part of services/document/src/search/page-search.ts that is used here. */
interface SearchModule {
  PageSearch: new (parts: object) => {
    search(request: object, context: object): Promise<{ found: unknown[]; count: number }>;
  };
}

/**
 * Duration of a search in a project of 10,000 pages, by kind of query: from the words to hits with places and snippets,
 * on its own MongoDB, without gateway and gRPC.
 */
export async function benchSearch(run: BenchRun): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const port = await freePort();
    const mongo = await startChild(mongoChild(folder, port), {
      logFile: path.join(folder, 'mongodb.log'),
    });
    const connection = await connectMongo({ uri: mongoUri(port), database: 'bench', appName: 'bench' });
    try {
      return await measured(connection, run);
    } finally {
      await connection.close();
      await mongo.stop();
      // the engine lets go of its files when it is gone
      await sleep(100);
    }
  });
}

async function measured(connection: Connection, run: BenchRun): Promise<Figure[]> {
  const { documentModels } = await documentModule<{ documentModels: (on: Connection) => object }>('model');
  const { PageTexts } = await documentModule<TextsModule>('search/page-text-repository');
  const { PageSearch } = await documentModule<SearchModule>('search/page-search');
  const models = documentModels(connection);
  await ensureIndexes(connection);
  const texts = new PageTexts(models, systemClock);
  const projectId = newId();
  const pages = run.quick ? QUICK_PAGES : PAGES;
  const writing = await load(texts, projectId, pages, run);
  const sizes = await sizesOf(connection);

  const anyRow = { has: (): true => true };
  const search = new PageSearch({
    texts,
    access: { require: () => Promise.resolve('viewer') },
    repository: {
      find: () => Promise.resolve(null),
      titles: (ids: string[]) => Promise.resolve(new Map(ids.map((id) => [id, 'Document']))),
      pagesById: (ids: string[]) => Promise.resolve(new Map(ids.map((id) => [id, anyRow]))),
    },
    documents: {},
  });
  const times = new Map<string, number[]>();
  const counts = new Map<string, number>();
  for (let round = 0; round <= ROUNDS * run.runs; round++)
    for (const [kind, queries] of Object.entries(QUERIES))
      for (const query of queries) {
        const began = performance.now();
        const { count } = await search.search({ projectId, query, paging: { page: 1, perPage: SHOWN } }, {});
        // round 0 is not counted: the engine has then read what it works on
        if (round > 0) times.set(kind, [...(times.get(kind) ?? []), performance.now() - began]);
        counts.set(kind, Math.max(counts.get(kind) ?? 0, count));
      }
  const all = [...times.values()].flat();
  const at = (values: readonly number[], percent: number): number[] => [percentile(values, percent) ?? Number.NaN];
  return [
    { name: 'any query, p50', unit: 'ms', values: at(all, 50), goal: { atMost: GOALS.p50 } },
    { name: 'any query, p99', unit: 'ms', values: at(all, 99), goal: { atMost: GOALS.p99 } },
    ...[...times].flatMap(([kind, values]): Figure[] => [
      { name: `${kind}, p50`, unit: 'ms', values: at(values, 50), note: `up to ${counts.get(kind)} pages found` },
      { name: `${kind}, p99`, unit: 'ms', values: at(values, 99) },
    ]),
    {
      name: `a page of ${WORDS_A_PAGE} words stored and made searchable, ${AT_ONCE} at a time`,
      unit: 'ms',
      values: writing,
    },
    ...sizes,
  ];
}

/** Milliseconds a page, one figure for each tenth of them: it should not grow. */
async function load(texts: Texts, projectId: string, pages: number, run: BenchRun): Promise<number[]> {
  const made = searchPages(1);
  const millis: number[] = [];
  let documentId = newId();
  for (let tenth = 0; tenth < 10; tenth++) {
    run.log(`${pages / 10} pages of ${WORDS_A_PAGE} words are stored, ${tenth + 1} of 10`);
    const began = performance.now();
    for (let page = 0; page < pages / 10; page += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, index) => page + index + 1).filter((at) => at <= pages / 10);
      if (page % PAGES_A_DOCUMENT < AT_ONCE) documentId = newId();
      const of = documentId;
      await Promise.all(
        some.map((pageNumber) => texts.put({ _id: newId(), projectId, documentId: of, pageNumber }, made())),
      );
    }
    millis.push((performance.now() - began) / (pages / 10));
  }
  return millis;
}

async function sizesOf(connection: Connection): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of ['pageTexts', 'searchWords']) {
    const stats = await connection.db?.command({ collStats: name });
    const megabytes = (bytes: unknown): number[] => [Number(bytes) / 1e6];
    figures.push({ name: `${name}, rows`, unit: '', values: [Number(stats?.['count'])] });
    figures.push({ name: `${name}, on disk`, unit: 'MB', values: megabytes(stats?.['storageSize']) });
    for (const [index, bytes] of Object.entries((stats?.['indexSizes'] ?? {}) as Record<string, number>))
      figures.push({ name: `${name}, index ${index}`, unit: 'MB', values: megabytes(bytes) });
  }
  return figures;
}
