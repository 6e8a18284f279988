import { setTimeout as sleep } from 'node:timers/promises';
import { benchFile, type BenchFile } from './bench-file.js';
import { inFolder, type BenchRun } from './bench-run.js';
import { withBenchStack, type BenchStack, type TileSource } from './bench-stack.js';
import { ratios, type Figure } from './figures.js';
import { KINDS, kindOf, type Kind } from './kinds.js';
import { canMeasure } from './measured-process.js';
import { floorRun } from './pipeline-bench.js';
import { missingNote, notMeasured } from './peers.js';

/** The first page in full over the least effort for it, decoding and encoding on one processor: at most. */
const MOST_FLOORS = 1.3;
/** Milliseconds between two looks at the pages: often until the first is there, seldom after. */
const POLL_MS = { first: 20, others: 200 } as const;
const GIVE_UP_MS = 600_000;

/**
 * Uploads each kind of file to a stack of its own, as a browser does, and waits for a tile of a first page: what a
 * consultant waits for between dropping a map order and reading it.
 */
export async function benchFirstSheet(run: BenchRun): Promise<Figure[]> {
  const figures: Figure[] = [];
  const files: { kind: Kind; file: BenchFile }[] = [];
  for (const kind of run.kinds?.map(kindOf) ?? KINDS) {
    const missing = missingNote(kind.needs);
    if (missing) figures.push(...notMeasured(firstFigure(kind), missing));
    else files.push({ kind, file: await benchFile(kind.recipe(run.quick ? kind.quickPages : kind.pages), run.log) });
  }
  if (files.length === 0) return figures;
  return withBenchStack(async (stack) => {
    const [warmUp] = files;
    if (warmUp) {
      // one upload is not counted: every process has then worked once
      run.log('First sheet, warm-up');
      await oneUpload(stack, warmUp.file);
    }
    for (const { kind, file } of files) {
      const times: UploadTimes[] = [];
      const floors: number[] = [];
      for (let turn = 1; turn <= run.runs; turn++) {
        run.log(`First sheet of ${file.pages} pages of ${kind.title}, run ${turn} of ${run.runs}`);
        times.push(await oneUpload(stack, file));
        if (kind.floor && canMeasure) floors.push(await inFolder((folder) => floorRun(file, kind, folder)));
      }
      const firsts = times.map((t) => t.first);
      if (kind.floor)
        figures.push(
          {
            name: `${kind.title}: end of upload to the first page in full, over its floor`,
            unit: 'x',
            values: ratios(firsts, floors),
            goal: { atMost: MOST_FLOORS },
            ...(!canMeasure && { note: 'Not measured: costs are read from /proc of Linux.' }),
          },
          { name: `${kind.title}: floor, decode and 4/3 encode`, unit: 's', values: floors },
        );
      figures.push(
        {
          name: `${kind.title}: upload of ${Math.round(file.bytes / 1e6)} MB`,
          unit: 's',
          values: times.map((t) => t.upload),
        },
        {
          name: `${kind.title}: end of upload to the first view of the first page`,
          unit: 's',
          values: times.map((t) => t.view),
        },
        ...firstFigure(kind).map((figure) => ({ ...figure, values: firsts })),
        {
          name: `${kind.title}: end of upload to all ${file.pages} pages`,
          unit: 's',
          values: times.map((t) => t.whole),
        },
      );
    }
    return figures;
  });
}

function firstFigure({ title, goals }: Kind): Omit<Figure, 'values'>[] {
  return [
    {
      name: `${title}: end of upload to a tile of the first page in full`,
      unit: 's',
      ...(goals.first && { goal: { atMost: goals.first } }),
    },
  ];
}

interface UploadTimes {
  upload: number;
  /** Until the first page can be looked at, be it as a preview. */
  view: number;
  /** Until it can be zoomed in full. */
  first: number;
  whole: number;
}

async function oneUpload(stack: BenchStack, file: BenchFile): Promise<UploadTimes> {
  const began = performance.now();
  const documentId = await stack.upload(file);
  const uploaded = performance.now();
  const since = (): number => (performance.now() - uploaded) / 1000;
  await stack.process(documentId);
  let view: number | undefined;
  let first: number | undefined;
  for (;;) {
    const shown = (await stack.pages(documentId)).filter((page) => page.status === 'ready');
    const ready = shown.filter(({ preview }) => !preview);
    const [page] = shown;
    if (page?.tile_source && (view === undefined || (first === undefined && !page.preview))) {
      await fetchTile(stack.url, page.tile_source.Image);
      const now = since();
      view ??= now;
      if (!page.preview) first = now;
    }
    if (view !== undefined && first !== undefined && ready.length === file.pages) {
      const times = { upload: (uploaded - began) / 1000, view, first, whole: since() };
      await stack.remove(documentId);
      return times;
    }
    if (performance.now() - uploaded > GIVE_UP_MS)
      throw new Error(`only ${ready.length} pages after ${GIVE_UP_MS / 1000} s`);
    await sleep(first === undefined ? POLL_MS.first : POLL_MS.others);
  }
}

/** One tile of the deepest level, which previews answer as well. */
async function fetchTile(url: string, { Url, Format, Size }: TileSource['Image']): Promise<void> {
  const deepest = Math.ceil(Math.log2(Math.max(Number(Size.Width), Number(Size.Height))));
  const response = await fetch(new URL(`${Url}${deepest}/1_1.${Format}`, url));
  const bytes = await response.arrayBuffer();
  if (!response.ok || bytes.byteLength === 0) throw new Error(`the tile answered ${response.status}`);
}
