import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '@symbio/fixtures/api-client';
import { colourScans } from '@symbio/fixtures/corpora/scans';
import pMap from 'p-map';
import type { RunningStack } from '../../dev/stack.js';
import { percentile } from '../harness/statistics.js';
import { listPages, makeProject, startProcessing, upload } from '../harness/world.js';
import { withCrowd, type Crowd } from '../load/crowd.js';
import { benchFile } from './bench-file.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { fetchTile } from './first-sheet-bench.js';

const PEOPLE = 5;
const BATCH = 100;
const QUICK_BATCH = 4;
const UPLOADS_AT_A_TIME = 4;
/** Sheets that are viewed one after the other, and the milliseconds between two. */
const VIEWS = 30;
const QUICK_VIEWS = 2;
const PAUSE_MS = 2_000;
const POLL_MS = 50;
const GIVE_UP_MS = 120_000;
/** Seconds in which 95 of 100 sheets must be shown. */
const GOAL_S = 2;

interface Busy {
  /** Seconds. */
  views: number[];
  /** Milliseconds. */
  p99OfPeople: number;
}

/** First view of sheets that a person uploads while people work and a batch of sheets of another project is read. */
export async function benchBusy(run: BenchRun): Promise<Figure[]> {
  const sheet = await readFile((await benchFile(colourScans(1), run.log)).path);
  const runs: Busy[] = [];
  for (let turn = 1; turn <= run.runs; turn++) {
    run.log(`${PEOPLE} people and a batch, run ${turn} of ${run.runs}`);
    runs.push(await withCrowd((stack, crowd) => oneRun(stack, crowd, sheet, run)));
  }
  const of = (percent: number): number[] => runs.map(({ views }) => percentile(views, percent) ?? NaN);
  const name = `busy: end of upload to the first view of a sheet, ${PEOPLE} people, batch of ${BATCH}`;
  return [
    { name: `${name}, p50`, unit: 's', values: of(50) },
    { name: `${name}, p95`, unit: 's', values: of(95), goal: { atMost: GOAL_S } },
    { name: 'busy: p99 of the requests of people', unit: 'ms', values: runs.map(({ p99OfPeople }) => p99OfPeople) },
  ];
}

async function oneRun(stack: RunningStack, crowd: Crowd, sheet: Buffer, { quick, log }: BenchRun): Promise<Busy> {
  const client = crowd.administrator;
  await crowd.gather(PEOPLE);
  const [batch, viewed] = [await makeProject(client, 'Batch'), await makeProject(client, 'Viewed')];
  // a comment after its end makes each file another one
  const unlike = (name: string): Buffer => Buffer.concat([sheet, Buffer.from(`\n%${name}\n`)]);
  const add = (projectId: string, name: string): Promise<string> =>
    upload(client, projectId, `${name}.pdf`, unlike(name), 'sanborn_maps');
  await pMap(
    Array.from({ length: quick ? QUICK_BATCH : BATCH }).keys(),
    async (n) => startProcessing(client, batch, await add(batch, `batch-${n}`)),
    { concurrency: UPLOADS_AT_A_TIME },
  );
  log('The batch is uploaded');
  const views: number[] = [];
  const work = crowd.working(PEOPLE);
  try {
    const { people } = await work.during(async () => {
      for (let n = 0; n < (quick ? QUICK_VIEWS : VIEWS); n++) {
        const documentId = await add(viewed, `viewed-${n}`);
        const uploaded = performance.now();
        await startProcessing(client, viewed, documentId);
        // opened, as in the viewer
        await client.get(`/api/documents/${documentId}`);
        await firstView(stack.url, client, documentId);
        views.push((performance.now() - uploaded) / 1000);
        await sleep(PAUSE_MS);
      }
    });
    return { views, p99OfPeople: people.p99 };
  } finally {
    await work.stop();
  }
}

async function firstView(url: string, client: ApiClient, documentId: string): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < GIVE_UP_MS) {
    const [page] = await listPages(client, documentId);
    if (page?.tile_source) {
      await fetchTile(url, page.tile_source.Image);
      return;
    }
    await sleep(POLL_MS);
  }
  throw new Error(`a sheet was not shown within ${GIVE_UP_MS / 1000} s`);
}
