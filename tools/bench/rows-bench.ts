import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { newId } from '@symbio/kit';
import { ApiClient } from '@symbio/fixtures/api-client';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { startStack } from '../dev/stack.js';
import { inFolder, type BenchRun } from './bench-run.js';
import { newProject } from './bench-stack.js';
import { ratios, type Figure } from './figures.js';
import { percentile } from './percentile.js';
import { copies, EACH_LIST, type RowCopies, type Rows } from './row-copies.js';
import { textPages } from './text-pages.js';

/** Rows of a collection that the same lists are read with. */
const SIZES = { few: 1_000, many: 1_000_000 } as const;
const QUICK_MANY = 5_000;
/** Requests of one measurement, one after another, and those before it that are not counted. */
const REQUESTS = 100;
const WARM_UP = 20;
/** Milliseconds until the events of API writes are published. */
const PUBLISHED_MS = 3_000;
const STAFF = 'staff@symbio.test';
const ADMIN = 'admin@symbio.test';
/** Milliseconds after which a large count expires (`services/kit/src/list-counts.ts`), plus a margin. */
const COUNTED_FOR_MS = 10_500;
/** A list may take so many times as long. */
const GOAL = 1.2;

/** A list of the API, and the collection behind it. */
interface List {
  name: string;
  copies: RowCopies;
  path: string;
  /** Whose list it is: an email. */
  by: string;
  /** Whether it is of everything, so that its number of rows is remembered for {@link COUNTED_FOR_MS}. */
  isOfAll?: boolean;
}

/** Milliseconds of the request in the middle, and of the one that counts all rows. */
interface Times {
  few: number[];
  many: number[];
  counting: number[];
}
const noTimes = (): Times => ({ few: [], many: [], counting: [] });

/**
 * How long lists take in collections of 1,000,000 rows, over 1,000: the first page of what one person, project or sheet has
 * ({@link EACH_LIST} rows) while the others' rows grow, and lists of everything. Through the gateway, one request after another.
 */
export function benchRows(run: BenchRun): Promise<Figure[]> {
  return inFolder(async (folder) => {
    run.log('Starting the product');
    const stack = await startStack({
      dataDir: path.join(folder, 'stack'),
      ports: 'free',
      env: { LOG_LEVEL: 'warn', WORKERS: '1', PERSON_REQUESTS_PER_MINUTE: '0' },
    });
    const mongo = await MongoClient.connect(stack.mongoUri);
    try {
      const lists = await listsOf(stack.url, mongo, folder);
      const many = run.quick ? QUICK_MANY : SIZES.many;
      const measured = lists.map((list) => ({ list, times: noTimes() }));
      for (const [size, rows] of [
        ['few', SIZES.few],
        ['many', many],
      ] as const) {
        run.log(`${rows} rows in each collection`);
        await grow(lists, rows);
        for (let turn = 0; turn < run.runs; turn++)
          for (const { list, times } of measured) {
            times[size].push(await medianOf(stack.url, list));
            if (size === 'many' && list.isOfAll) times.counting.push(await countingOf(stack.url, list));
          }
      }
      return measured.flatMap(({ list, times }) => figuresOf(list, times, many));
    } finally {
      await mongo.close();
      await stack.stop();
    }
  });
}

function figuresOf({ name, isOfAll }: List, { few, many, counting }: Times, rows: number): Figure[] {
  return [
    { name: `${name}: ${SIZES.few} rows`, unit: 'ms', values: few },
    { name: `${name}: ${rows} rows`, unit: 'ms', values: many },
    { name: `${name}: many over few`, unit: 'x', values: ratios(many, few), goal: { atMost: GOAL } },
    ...(isOfAll ? [{ name: `${name}: the request that counts ${rows} rows`, unit: 'ms', values: counting }] : []),
  ];
}

/** One list in each collection that grows with use, and one row of each made by the API to take copies of. */
async function listsOf(url: string, mongo: MongoClient, folder: string): Promise<List[]> {
  const staff = await ApiClient.signIn({ url }, STAFF, LOCAL_PASSWORD);
  const projectId = await newProject(staff);
  const page = await pageOf(staff, projectId, folder);
  await staff.post('/api/public/features', { project_id: projectId, id: newId(), name: 'Gas works' });
  await staff.post('/api/public/annotations', {
    document_page_id: page.id,
    document_id: page.document_id,
    annotation_type: 'rectangle',
    coordinates: { x: 10, y: 10, width: 20, height: 20 },
    content: 'Tank',
  });
  await staff.post('/api/public/issues', {
    title: 'Tiles stay grey',
    description: 'Zoom in.',
  });
  await sleep(PUBLISHED_MS);
  const of = (service: string, collection: string, differences: Parameters<typeof copies>[1]): Promise<RowCopies> =>
    copies(mongo.db(`symbio_${service}`).collection(collection) as unknown as Rows, differences);
  const projects = await of('project', 'projects', { others: ['createdBy'], numbered: { number: 'B-' } });
  const annotations = await of('annotation', 'annotations', { others: ['projectId', 'documentId', 'documentPageId'] });
  const features = await of('feature', 'features', { others: ['projectId'] });
  const jobs = await of('job', 'jobs', { others: ['projectId', 'documentId', 'createdBy'] });
  const issues = await of('issue', 'issues', { others: [], counted: ['number'] });
  const first = 'page=1&per_page=20';
  return [
    { name: 'projects of a person', copies: projects, path: `/api/public/projects?${first}`, by: STAFF },
    {
      name: 'features of a project',
      copies: features,
      path: `/api/public/features?project_id=${projectId}&${first}`,
      by: STAFF,
    },
    {
      name: 'annotations of a sheet',
      copies: annotations,
      path: `/api/public/annotations?document_page_id=${page.id}&${first}`,
      by: STAFF,
    },
    { name: 'jobs of a project', copies: jobs, path: `/api/jobs?project_id=${projectId}&${first}`, by: STAFF },
    { name: 'all projects', copies: projects, path: `/api/public/projects?${first}`, by: ADMIN, isOfAll: true },
    { name: 'all jobs', copies: jobs, path: `/api/jobs?${first}`, by: ADMIN, isOfAll: true },
    { name: 'all issues', copies: issues, path: `/api/public/issues?${first}`, by: STAFF, isOfAll: true },
  ];
}

/** A document with one page, made and read, so that nothing works on it any more. */
async function pageOf(
  staff: ApiClient,
  projectId: string,
  folder: string,
): Promise<{ id: string; document_id: string }> {
  const file = path.join(folder, 'page.pdf');
  await textPages(1).make(file);
  const form = new FormData();
  form.append('project_id', projectId);
  form.append('category', 'sanborn_maps');
  form.append('files', await openAsBlob(file, { type: 'application/pdf' }), 'page.pdf');
  const { data } = await staff.upload<{ data: { document: { id: string } }[] }>('/api/documents', form);
  const documentId = data[0]?.document.id ?? '';
  await staff.post('/api/document-processor', { documentId, projectId });
  for (;;) {
    const { data: document } = await staff.get<{ data: { processing_status: string } }>(`/api/documents/${documentId}`);
    if (document.processing_status === 'analysis_complete') break;
    if (document.processing_status === 'failed') throw new Error('the page could not be made');
    await sleep(250);
  }
  const pages = await staff.get<{ data: { id: string; document_id: string }[] }>(`/api/documents/${documentId}/pages`);
  const page = pages.data[0];
  if (!page) throw new Error('the document has no page');
  return page;
}

async function grow(lists: readonly List[], rows: number): Promise<void> {
  for (const each of new Set(lists.map((list) => list.copies))) await each.growTo(rows);
}

/** Milliseconds of a request whose count is not cached. */
async function countingOf(url: string, { by, path: list }: List): Promise<number> {
  const api = await ApiClient.signIn({ url }, by, LOCAL_PASSWORD);
  await sleep(COUNTED_FOR_MS);
  const began = performance.now();
  await api.get(list);
  return performance.now() - began;
}

/** Milliseconds of the request in the middle. @throws Error when the list does not show what it is to show */
async function medianOf(url: string, { name, by, path: list }: List): Promise<number> {
  // a token is good for 300 s, and a million rows take longer to make
  const api = await ApiClient.signIn({ url }, by, LOCAL_PASSWORD);
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + REQUESTS; n++) {
    const began = performance.now();
    const { data } = await api.get<{ data: unknown[] }>(list);
    times.push(performance.now() - began);
    if (data.length !== EACH_LIST) throw new Error(`${name}: ${data.length} rows instead of ${EACH_LIST}`);
  }
  return percentile(times.slice(WARM_UP), 50) ?? NaN;
}
