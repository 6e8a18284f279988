import path from 'node:path';
import { nodeProgram } from '../dev/paths.js';
import { benchFile } from './bench-file.js';
import { inFolder, type BenchRun } from './bench-run.js';
import { ratios, type Figure } from './figures.js';
import { kindOf } from './kinds.js';
import { canMeasure, measureProcess } from './measured-process.js';
import { missingNote, notMeasured } from './peers.js';
import { ownRun } from './pipeline-bench.js';

/**
 * Goals for 200 pages of text: seconds of the pipeline's design, and times `pdftotext`, from a machine on which it took
 * 0.52 s and 1.5 s were asked for.
 */
const GOALS = { allText: 1, onePage: 0.3, timesPeer: 2.9 } as const;

/**
 * Reads the text of all pages with the product's page reader and with `pdftotext`, and has one page drawn in the middle
 * of the file by a waiting worker and by `pdftoppm` at the same resolution.
 */
export async function benchText(run: BenchRun): Promise<Figure[]> {
  if (!canMeasure)
    return notMeasured([{ name: 'text', unit: '' }], 'Not measured: costs are read from /proc of Linux.');
  const kind = kindOf('text');
  const file = await benchFile(kind.recipe(run.quick ? kind.quickPages : kind.pages), run.log);
  const page = Math.ceil(file.pages / 2);
  const note = missingNote(['pdftoppm', 'pdftotext']);
  const ours = { text: [] as number[], page: [] as number[] };
  const peer = { text: [] as number[], boxes: [] as number[], page: [] as number[] };
  for (let turn = 1; turn <= run.runs; turn++) {
    run.log(`Text of ${file.pages} pages, run ${turn} of ${run.runs}`);
    const { output } = await measureProcess(process.execPath, [...nodeProgram('bench/text-run'), file.path]);
    ours.text.push(Number(output));
    ours.page.push((await inFolder((folder) => ownRun(file, folder, [page]))).times.firstSeconds);
    if (note) continue;
    await inFolder(async (folder) => {
      const target = path.join(folder, 'out');
      peer.text.push((await measureProcess('pdftotext', [file.path, target])).wallSeconds);
      peer.boxes.push((await measureProcess('pdftotext', ['-bbox', file.path, target])).wallSeconds);
      const drawing = ['-r', String(kind.dpi), '-f', String(page), '-l', String(page), '-singlefile'];
      peer.page.push((await measureProcess('pdftoppm', [...drawing, file.path, target])).wallSeconds);
    });
  }
  return [
    {
      name: `text of ${file.pages} pages over pdftotext -bbox (boxes, too)`,
      unit: 'x',
      values: ratios(ours.text, peer.boxes),
      goal: { atMost: GOALS.timesPeer },
      note,
    },
    {
      name: `text of ${file.pages} pages over pdftotext (no boxes)`,
      unit: 'x',
      values: ratios(ours.text, peer.text),
      note,
    },
    {
      name: `text of ${file.pages} pages with word boxes`,
      unit: 's',
      values: ours.text,
      goal: { atMost: GOALS.allText },
    },
    { name: `text of ${file.pages} pages, pdftotext (no boxes)`, unit: 's', values: peer.text, note },
    { name: `text of ${file.pages} pages, pdftotext -bbox`, unit: 's', values: peer.boxes, note },
    { name: 'one page drawn on demand, with tiles', unit: 's', values: ours.page, goal: { atMost: GOALS.onePage } },
    { name: 'one page, pdftoppm (no tiles)', unit: 's', values: peer.page, note },
  ];
}
