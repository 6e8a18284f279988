import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { corpusFolder } from '@symbio/page-engine/testing/corpus';
import type { JobStatus, JobType } from '@symbio/proto/job/vocabulary';
import { batchFiles, type BatchFile } from './batch-files.js';
import type { BenchRun } from './bench-run.js';
import { withBenchStack, type BenchStack, type JobTimes } from './bench-stack.js';
import type { Figure } from './figures.js';
import { canMeasure } from './measured-process.js';
import { notMeasured } from './peers.js';

/** Where hostile PDFs lie. */
const corpus = (): string => corpusFolder('pdf');
const FILES = 150;
const QUICK_FILES = 12;
/** What a person's browser sends at a time. */
const UPLOADS_AT_A_TIME = 8;
const POLL_MS = 500;
const GIVE_UP_MS = 1_200_000;
/** 130 documents in three minutes were shown before; three times of that, a minute. */
const LEAST_A_MINUTE = (3 * 130) / 3;
const UNDER_WAY: readonly JobStatus[] = ['pending', 'processing', 'retrying'];
/** Programs of ours that a batch keeps busy. */
const PROFILED = [
  'gateway',
  'document',
  'job',
  'feature',
  'identity',
  'project',
  'annotation',
  'webhook',
  'document-worker',
];
/** Jobs that make pages, and those that read them once they are shown. */
const MAKING: JobType = 'document-specific';
const READING: JobType = 'background-analyze-pages';

/**
 * A batch of small hostile PDFs, uploaded by one person: how fast their pages are shown or refused with a sentence, and how
 * many readings begin before the last of them.
 */
export async function benchBatch(run: BenchRun): Promise<Figure[]> {
  const names = {
    early: 'batch: readings begun before the last page was shown',
    rate: 'batch: small hostile files shown or refused a minute',
  };
  const early = { name: names.early, unit: '', goal: { atMost: 0 } };
  const rate = { name: names.rate, unit: '1/min', goal: { atLeast: LEAST_A_MINUTE } };
  if (!existsSync(corpus()))
    return notMeasured([early, rate], `Not measured: no ${corpus()}; CORPUS names another folder.`);
  const files = batchFiles(corpus(), run.quick ? QUICK_FILES : FILES);
  const measured: Batch[] = [];
  for (let turn = 1; turn <= run.runs; turn++) {
    run.log(`Batch of ${files.length} small files, run ${turn} of ${run.runs}`);
    // a product of its own each time: reading that is left over would be counted to the next one
    measured.push(await withBenchStack((stack) => oneBatch(stack, files)));
  }
  if (run.profile)
    await withBenchStack(
      (stack) => stack.profiling(PROFILED, 'batch', run.log, async () => shares(await oneBatch(stack, files), run.log)),
      true,
    );
  const cpu = (wanted: (process: string) => boolean): number[] =>
    canMeasure ? measured.map((batch) => secondsOf(batch, wanted)) : [];
  return [
    { ...early, values: measured.map((batch) => batch.early) },
    { ...rate, values: measured.map(({ perMinute }) => perMinute) },
    { name: 'batch: CPU of workers a file', unit: 's', values: cpu((name) => name.startsWith('document-worker')) },
    { name: 'batch: CPU of all services a file, workers included', unit: 's', values: cpu(() => true) },
  ];
}

/** Processor seconds a file of each process, those that took most first. */
function shares({ each }: Batch, log: (line: string) => void): void {
  log('\nbatch: CPU milliseconds a file');
  for (const [name, seconds] of [...each].sort(([, a], [, b]) => b - a))
    log(`  ${(seconds * 1000).toFixed(0).padStart(5)}  ${name}`);
}

interface Batch {
  early: number;
  perMinute: number;
  /** Processor seconds a file of each process, until the last was shown. */
  each: ReadonlyMap<string, number>;
}

/** Of the processes that are wanted together. */
const secondsOf = ({ each }: Batch, wanted: (process: string) => boolean): number =>
  [...each].filter(([name]) => wanted(name)).reduce((sum, [, seconds]) => sum + seconds, 0);

async function oneBatch(stack: BenchStack, files: readonly BatchFile[]): Promise<Batch> {
  const before = stack.cpuSeconds();
  const began = performance.now();
  const next = files.values();
  const send = async (): Promise<void> => {
    for (const file of next) {
      const documentId = await stack.uploadBytes(file.bytes, file.name);
      if (documentId) await stack.process(documentId);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_A_TIME }, send));
  const shown = await allShown(stack);
  const seconds = (performance.now() - began) / 1000;
  const after = stack.cpuSeconds();
  const each = new Map([...after].map(([name, now]) => [name, (now - (before.get(name) ?? 0)) / files.length]));
  const last = Math.max(
    ...shown.flatMap((job) => (job.type === MAKING && job.completed_at ? [Date.parse(job.completed_at)] : [])),
  );
  return {
    early: shown.filter((job) => job.type === READING && job.started_at && Date.parse(job.started_at) < last).length,
    perMinute: (files.length / seconds) * 60,
    each,
  };
}

/** Waits until no job that makes pages is left, with as little asking as that takes; answers all jobs. */
async function allShown(stack: BenchStack): Promise<JobTimes[]> {
  const end = Date.now() + GIVE_UP_MS;
  for (const status of UNDER_WAY)
    while ((await stack.countJobs(MAKING, status)) > 0) {
      if (Date.now() > end) throw new Error(`not all pages of the batch are shown after ${GIVE_UP_MS / 1000} s`);
      await sleep(POLL_MS);
    }
  const jobs = await stack.jobs();
  // one that was tried again while others were waited for
  const isLeft = jobs.some(({ type, status }) => type === MAKING && UNDER_WAY.includes(status));
  return isLeft ? allShown(stack) : jobs;
}
