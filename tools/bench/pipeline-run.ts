// Program: makes pages of a PDF with the product's page pipeline, as a worker that waits for a document does, and
// prints what it made and when (`PipelineTimes`) as JSON. The benchmark measures it as a process.
//
//   node pipeline-run.js FILE OUTDIR [PAGE ...]
import { setTimeout as sleep } from 'node:timers/promises';
import { documentModule } from './document-service.js';
import type { MadePage, PipelineTimes } from './pipeline-times.js';

/** The part of services/document/src/pipeline/run-pipeline.ts that is used here. */
interface PipelineModule {
  createPipelineRunner: () => {
    run: (job: {
      file: string;
      outDir: string;
      category: string;
      only?: readonly number[];
      previews: boolean;
      onOpened: () => void;
      onPage: (page: MadePage & { status: 'ready' | 'failed'; message?: string; preview?: boolean }) => void;
    }) => Promise<{ failed: { message: string }[] }>;
    close: () => Promise<void>;
  };
}

/** A worker keeps a child ready; this long after its start it has loaded its libraries. */
const READY_MS = 2000;

const [file, outDir, ...numbers] = process.argv.slice(2);
if (!file || !outDir) throw new Error('Say which file to work on and where to put the pages.');
const { createPipelineRunner } = await documentModule<PipelineModule>('pipeline/run-pipeline');
const runner = createPipelineRunner();
await sleep(READY_MS);
const pages: MadePage[] = [];
let firstSeconds = 0;
let sightSeconds: number | undefined;
const began = performance.now();
const seconds = (): number => (performance.now() - began) / 1000;
const { failed } = await runner.run({
  file,
  outDir,
  category: 'sanborn_maps',
  previews: true,
  ...(numbers.length > 0 && { only: numbers.map(Number) }),
  // the child for the next document would be counted to this one
  onOpened: () => void runner.close(),
  onPage: ({ pageNumber, pyramidFile, format, width, height, hash, preview }) => {
    sightSeconds ??= seconds();
    if (preview) return;
    if (pages.length === 0) firstSeconds = seconds();
    pages.push({ pageNumber, pyramidFile, format, width, height, hash });
  },
});
const wholeSeconds = seconds();
if (failed[0]) throw new Error(`${failed.length} pages failed: ${failed[0].message}`);
console.log(
  JSON.stringify({ sightSeconds: sightSeconds ?? NaN, firstSeconds, wholeSeconds, pages } satisfies PipelineTimes),
);
