// Program: `node pipeline-run.js FILE OUTDIR`. Makes the pages of a PDF as a waiting worker does, and prints
// `PipelineTimes` as JSON.
import { setTimeout as sleep } from 'node:timers/promises';
import { createPipelineRunner } from '@symbio/page-engine/pipeline';

/** Seconds from the moment a waiting worker has the file. */
export interface PipelineTimes {
  /** Until the first page can be viewed, possibly as a preview. */
  viewSeconds: number;
  /** Until the first page can be zoomed in full. */
  firstSeconds: number;
  wholeSeconds: number;
}

/** A worker keeps a child ready; this long after its start it has loaded its libraries. */
const READY_MS = 2000;

const [file, outDir] = process.argv.slice(2);
if (!file || !outDir) throw new Error('Say which file to work on and where to put the pages.');
const runner = createPipelineRunner();
await sleep(READY_MS);
let firstSeconds: number | undefined;
let viewSeconds: number | undefined;
const began = performance.now();
const seconds = (): number => (performance.now() - began) / 1000;
const { failed } = await runner.run({
  file,
  outDir,
  category: 'sanborn_maps',
  previews: true,
  // the child for the next document would be counted to this one
  onOpened: () => void runner.close(),
  onPage: (page) => {
    if (page.status === 'failed') return;
    viewSeconds ??= seconds();
    if (!page.preview) firstSeconds ??= seconds();
  },
});
const wholeSeconds = seconds();
if (failed[0]) throw new Error(`${failed.length} pages failed: ${failed[0].message}`);
const times: PipelineTimes = { viewSeconds: viewSeconds ?? NaN, firstSeconds: firstSeconds ?? NaN, wholeSeconds };
console.log(JSON.stringify(times));
