import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { benchFile, type BenchFile } from './bench-file.js';
import { inFolder, type BenchRun } from './bench-run.js';
import { embeddedPictures } from './embedded-pictures.js';
import { ratios, type Figure } from './figures.js';
import { kindOf } from './kinds.js';
import { canMeasure, measureProcess, together } from './measured-process.js';
import { missingNote, notMeasured } from './peers.js';
import { ownRun } from './pipeline-bench.js';

/** Goals for JPEG 2000: seconds of the pipeline's design, and not slower than the peer. */
const GOALS = { preview: 0.5, full: 3.5, timesPeer: 1 } as const;
/** Halvings of a preview: a quarter of the width and of the height. */
const PREVIEW_REDUCTION = 2;

/**
 * When the first of a file of JPEG 2000 scans is first seen and when it can be read in full, and what `opj_decompress`
 * with `vips` needs for a preview of a quarter of its width and for its tiles.
 */
export async function benchJpeg2000(run: BenchRun): Promise<Figure[]> {
  const kind = kindOf('jpeg2000');
  const names = { preview: 'JPEG 2000: first sight of page 1', full: 'JPEG 2000: page 1 in full' };
  const goals = [
    { name: names.preview, unit: 's', goal: { atMost: GOALS.preview } },
    { name: names.full, unit: 's', goal: { atMost: GOALS.full } },
  ];
  if (!canMeasure) return notMeasured(goals, 'Not measured: costs are read from /proc of Linux.');
  const cannotMake = missingNote(kind.needs);
  if (cannotMake) return notMeasured(goals, cannotMake);
  const file = await benchFile(kind.recipe(run.quick ? kind.quickPages : kind.pages), run.log);
  const note = missingNote(['opj_decompress', 'vips']);
  const sight: number[] = [];
  const full: number[] = [];
  const whole: number[] = [];
  const peer = { preview: [] as number[], full: [] as number[] };
  for (let turn = 1; turn <= run.runs; turn++) {
    run.log(`JPEG 2000, run ${turn} of ${run.runs}`);
    const { times } = await inFolder((folder) => ownRun(file, folder));
    sight.push(times.sightSeconds);
    full.push(times.firstSeconds);
    whole.push(times.wholeSeconds);
    if (note) continue;
    peer.preview.push(await inFolder((folder) => peerPage(file, folder, PREVIEW_REDUCTION)));
    peer.full.push(await inFolder((folder) => peerPage(file, folder, 0)));
  }
  return [
    {
      name: 'JPEG 2000: first sight over opj_decompress + vips',
      unit: 'x',
      values: ratios(sight, peer.preview),
      goal: { atMost: GOALS.timesPeer },
      note,
    },
    {
      name: 'JPEG 2000: page 1 in full over opj_decompress + vips',
      unit: 'x',
      values: ratios(full, peer.full),
      goal: { atMost: GOALS.timesPeer },
      note,
    },
    {
      name: names.preview,
      unit: 's',
      values: sight,
      goal: { atMost: GOALS.preview },
    },
    { name: 'JPEG 2000: preview, opj_decompress + vips', unit: 's', values: peer.preview, note },
    { name: names.full, unit: 's', values: full, goal: { atMost: GOALS.full } },
    { name: 'JPEG 2000: page 1 in full, opj_decompress + vips', unit: 's', values: peer.full, note },
    { name: `JPEG 2000: all ${file.pages} pages`, unit: 's', values: whole },
  ];
}

/** Seconds for page 1: a thumbnail out of a few resolutions, or tiles out of all of them. */
async function peerPage(file: BenchFile, folder: string, reduction: number): Promise<number> {
  const [first] = await embeddedPictures(file.path, 'JPXDecode');
  if (!first) return NaN;
  const [encoded, picture] = [path.join(folder, 'page.jp2'), path.join(folder, 'page.ppm')];
  writeFileSync(encoded, first.data);
  const decode = ['-i', encoded, '-o', picture, ...(reduction > 0 ? ['-r', String(reduction)] : [])];
  const target = path.join(folder, 'tiles');
  const save =
    reduction > 0
      ? ['jpegsave', picture, `${target}.jpg`, '--Q', '85']
      : ['dzsave', picture, target, '--tile-size', '512', '--overlap', '0', '--suffix', '.jpg[Q=85]'];
  return together([await measureProcess('opj_decompress', decode), await measureProcess('vips', save)]).wallSeconds;
}
