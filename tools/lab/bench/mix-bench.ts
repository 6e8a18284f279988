import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { textPages } from '@symbio/fixtures/corpora/text-pages';
import { colourScans } from '@symbio/fixtures/corpora/scans';
import { READING_JOB, type JobType } from '@symbio/proto/job/vocabulary';
import pMap from 'p-map';
import { percentile } from '../harness/statistics.js';
import { startProcessing, upload } from '../harness/world.js';
import { benchFile } from './bench-file.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { GIVE_UP_MS, withProduct, type Product } from './product.js';

/** Of each kind; they alternate. */
const FILES = 20;
const QUICK_FILES = 2;
const UPLOADS_AT_A_TIME = 4;
const POLL_MS = 500;
/** Seconds that a record may wait beyond one sheet (decision 0085). */
const MOST_BEYOND_A_SHEET = 30;

const KINDS = ['record', 'sheet'] as const;
type Kind = (typeof KINDS)[number];

interface Times {
  kind: Kind;
  /** Seconds since the upload. */
  view?: number;
  searchable?: number;
}

interface Listed {
  id: string;
  pages_ready: number;
  processing_status: string;
  processing_error: string | null;
}

interface Job {
  type: JobType;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  payload: { documentId: string };
}

interface Mix {
  times: Times[];
  beyondASheet: number;
}

/** Small records and large sheets, uploaded together: until each can be viewed, and its text found. */
export async function benchMix(run: BenchRun): Promise<Figure[]> {
  const files = {
    record: await readFile((await benchFile(textPages(3), run.log)).path),
    sheet: await readFile((await benchFile(colourScans(1), run.log)).path),
  };
  const each = run.quick ? QUICK_FILES : FILES;
  const mixes: Mix[] = [];
  for (let turn = 1; turn <= run.runs; turn++) {
    run.log(`${each} records and ${each} sheets, run ${turn} of ${run.runs}`);
    mixes.push(await withProduct((product) => oneMix(product, files, each)));
  }
  const row = (kind: Kind, name: string, percent: number, of: (times: Times) => number | undefined): Figure => ({
    name: `mix: ${kind}s, upload to ${name}, p${percent}`,
    unit: 's',
    values: mixes.map(({ times }) => {
      const values = times.flatMap((one) => (one.kind === kind ? (of(one) ?? []) : []));
      return percentile(values, percent) ?? NaN;
    }),
  });
  return [
    ...KINDS.flatMap((kind) =>
      [50, 95].flatMap((percent) => [
        row(kind, 'first view', percent, ({ view }) => view),
        row(kind, 'searchable text', percent, ({ searchable }) => searchable),
      ]),
    ),
    {
      name: 'mix: longest wait of a record, beyond the longest reading of a sheet',
      unit: 's',
      values: mixes.map(({ beyondASheet }) => beyondASheet),
      goal: { atMost: MOST_BEYOND_A_SHEET },
    },
  ];
}

async function oneMix(product: Product, files: Readonly<Record<Kind, Buffer>>, each: number): Promise<Mix> {
  const { client, projectId } = product;
  const times = new Map<string, Times & { at: number }>();
  const kinds = Array.from({ length: each }).flatMap(() => KINDS);
  const uploads = pMap(
    kinds.entries(),
    async ([index, kind]) => {
      // a comment after its end makes each file another one
      const bytes = Buffer.concat([files[kind], Buffer.from(`\n%${index}\n`)]);
      const category = kind === 'sheet' ? 'sanborn_maps' : 'regulatory_database';
      const id = await upload(client, projectId, `${kind}-${index}.pdf`, bytes, category);
      times.set(id, { kind, at: performance.now() });
      await startProcessing(client, projectId, id);
    },
    { concurrency: UPLOADS_AT_A_TIME },
  );
  const began = performance.now();
  while (times.size < kinds.length || [...times.values()].some(({ searchable }) => searchable === undefined)) {
    if (performance.now() - began > GIVE_UP_MS) throw new Error('not all files became searchable');
    const { data } = await client.get<{ data: Listed[] }>('/api/documents', { project_id: projectId, per_page: 100 });
    for (const { id, pages_ready: ready, processing_status: status, processing_error: error } of data) {
      const found = times.get(id);
      if (!found) continue;
      if (status === 'failed') throw new Error(`a ${found.kind} failed: ${error}`);
      const seconds = (performance.now() - found.at) / 1000;
      if (ready > 0) found.view ??= seconds;
      if (status === 'analysis_complete') found.searchable ??= seconds;
    }
    await sleep(POLL_MS);
  }
  await uploads;
  const jobs = await client.list<Job>(`/api/jobs?project_id=${projectId}`);
  const ofKind = (kind: Kind): Job[] => jobs.filter(({ payload }) => times.get(payload.documentId)?.kind === kind);
  // records have text of their own: no job reads them
  const wait = Math.max(...ofKind('record').map((job) => secondsBetween(job.created_at, job.started_at)));
  const readings = ofKind('sheet').filter(({ type }) => type === READING_JOB);
  const sheet = Math.max(...readings.map((job) => secondsBetween(job.started_at, job.completed_at)));
  return { times: [...times.values()], beyondASheet: wait - sheet };
}

const secondsBetween = (from: string | null, to: string | null): number =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000;
