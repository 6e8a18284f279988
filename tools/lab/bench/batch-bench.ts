import { existsSync } from 'node:fs';
import pMap from 'p-map';
import { corpusFolder } from '@symbio/page-engine/testing/corpus';
import type { JobStatus, JobType } from '@symbio/proto/job/vocabulary';
import { canMeasure } from '../harness/processes.js';
import { eventually, startProcessing, upload } from '../harness/world.js';
import { batchFiles, type BatchFile } from '@symbio/fixtures/corpora/batch-files';
import type { BenchRun } from './bench-run.js';
import { notMeasured, type Figure } from './figures.js';
import { cpuSecondsByProcess, GIVE_UP_MS, withProduct, type Product } from './product.js';

const FILES = 150;
const QUICK_FILES = 12;
const UPLOADS_AT_A_TIME = 8;
/** Three times 130 documents in three minutes, a figure of earlier. */
const LEAST_A_MINUTE = 130;
const UNFINISHED: readonly JobStatus[] = ['pending', 'processing', 'retrying'];
const MAKING: JobType = 'document-specific';
const READING: JobType = 'background-analyze-pages';

interface Job {
  type: JobType;
  status: JobStatus;
  started_at: string | null;
  completed_at: string | null;
}

interface Batch {
  /** Readings begun before the last page was shown. */
  early: number;
  perMinute: number;
  /** Processor seconds a file of each process, until the last was shown. */
  cpuSeconds: ReadonlyMap<string, number>;
}

/** Batch of small hostile PDFs, uploaded by one person: their pages are shown or refused, before any is read. */
export async function benchBatch(run: BenchRun): Promise<Figure[]> {
  const early = { name: 'batch: readings begun before the last page was shown', unit: '', goal: { atMost: 0 } };
  const rate = {
    name: 'batch: small hostile files shown or refused a minute',
    unit: '1/min',
    goal: { atLeast: LEAST_A_MINUTE },
  };
  const corpus = corpusFolder('pdf');
  if (!existsSync(corpus))
    return notMeasured([early, rate], `Not measured: no ${corpus}; CORPUS names another folder.`);
  const files = batchFiles(corpus, run.quick ? QUICK_FILES : FILES);
  const batches: Batch[] = [];
  for (let turn = 1; turn <= run.runs; turn++) {
    run.log(`Batch of ${files.length} small files, run ${turn} of ${run.runs}`);
    // each on its own product: a reading that is left would count for the next one
    batches.push(await withProduct((product) => oneBatch(product, files), { profile: run.profile }));
  }
  const cpu = (isWanted: (process: string) => boolean): number[] =>
    !canMeasure
      ? []
      : batches.map(({ cpuSeconds }) =>
          [...cpuSeconds].reduce((sum, [name, seconds]) => sum + (isWanted(name) ? seconds : 0), 0),
        );
  return [
    { ...early, values: batches.map((batch) => batch.early) },
    { ...rate, values: batches.map(({ perMinute }) => perMinute) },
    { name: 'batch: CPU of workers a file', unit: 's', values: cpu((name) => name.startsWith('document-worker')) },
    { name: 'batch: CPU of all services a file, workers included', unit: 's', values: cpu(() => true) },
  ];
}

async function oneBatch(product: Product, files: readonly BatchFile[]): Promise<Batch> {
  const { client, projectId, stack } = product;
  const before = cpuSecondsByProcess(stack);
  const began = performance.now();
  await pMap(
    files,
    async ({ bytes, name }) => {
      const id = await upload(client, projectId, name, bytes, 'sanborn_maps').catch(isRefusal);
      if (id !== undefined) await startProcessing(client, projectId, id);
    },
    { concurrency: UPLOADS_AT_A_TIME },
  );
  const jobs = await allShown(product);
  const seconds = (performance.now() - began) / 1000;
  const used = [...cpuSecondsByProcess(stack)].map(
    ([name, now]) => [name, (now - (before.get(name) ?? 0)) / files.length] as const,
  );
  const ends = jobs.filter(({ type }) => type === MAKING).map((job) => Date.parse(job.completed_at ?? '') || 0);
  const isEarly = ({ type, started_at: at }: Job): boolean =>
    type === READING && at !== null && Date.parse(at) < Math.max(...ends);
  return {
    early: jobs.filter(isEarly).length,
    perMinute: (files.length / seconds) * 60,
    cpuSeconds: new Map(used),
  };
}

/** @returns undefined for a file that was refused with a sentence @throws any other error */
function isRefusal(error: unknown): undefined {
  if (error instanceof Error && error.message.startsWith('the file was refused')) return undefined;
  throw error;
}

/** @returns all jobs */
const allShown = ({ client, projectId }: Product): Promise<Job[]> =>
  eventually(async () => {
    for (const status of UNFINISHED) {
      const query = { project_id: projectId, type: MAKING, status, per_page: 1 };
      const { count } = await client.get<{ count: number }>('/api/jobs', query);
      if (count > 0) throw new Error(`${count} documents of the batch are ${status}`);
    }
    const jobs = await client.list<Job>(`/api/jobs?project_id=${projectId}`);
    if (jobs.some(({ type, status }) => type === MAKING && UNFINISHED.includes(status)))
      throw new Error('a job was retried while others were waited for');
    return jobs;
  }, GIVE_UP_MS);
