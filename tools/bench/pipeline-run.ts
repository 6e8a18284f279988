// Program: makes pages of a PDF with the product's page pipeline, as a worker that waits for a document does, and
// prints what it made and when (`PipelineTimes`) as JSON. The benchmark measures it as a process.
//
//   node pipeline-run.js FILE OUTDIR [PAGE ...]
import { setTimeout as sleep } from 'node:timers/promises';
import { createPipelineRunner } from '@symbio/page-engine/pipeline';
import type { MadePage, PipelineTimes } from './pipeline-times.js';

/** A worker keeps a child ready; this long after its start it has loaded its libraries. */
const READY_MS = 2000;

const [file, outDir, ...numbers] = process.argv.slice(2);
if (!file || !outDir) throw new Error('Say which file to work on and where to put the pages.');
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
  onPage: (page) => {
    if (page.status === 'failed') return;
    sightSeconds ??= seconds();
    if (page.preview) return;
    if (pages.length === 0) firstSeconds = seconds();
    const { pageNumber, pyramidFile, format, width, height, hash } = page;
    pages.push({ pageNumber, pyramidFile, format, width, height, hash });
  },
});
const wholeSeconds = seconds();
if (failed[0]) throw new Error(`${failed.length} pages failed: ${failed[0].message}`);
console.log(
  JSON.stringify({ sightSeconds: sightSeconds ?? NaN, firstSeconds, wholeSeconds, pages } satisfies PipelineTimes),
);
