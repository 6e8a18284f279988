import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { listPages, startProcessing, upload, type TileImage } from '../harness/world.js';
import { benchFile, type BenchFile } from './bench-file.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { KINDS, kindOf, type Kind } from './kinds.js';
import { removeDocument, withProduct, type Product } from './product.js';

/** Polling intervals in milliseconds until the first page is complete, and after. */
const POLL_MS = { first: 20, others: 200 } as const;
const GIVE_UP_MS = 600_000;

interface UploadTimes {
  upload: number;
  /** Until the first page can be viewed, possibly as a preview. */
  view: number;
  /** Until it can be zoomed in full. */
  first: number;
  whole: number;
}

/** Uploads each kind of file as a browser does, and waits for a tile of a first page. */
export async function benchFirstSheet(run: BenchRun): Promise<Figure[]> {
  const files: { kind: Kind; file: BenchFile }[] = [];
  for (const kind of run.kinds?.map(kindOf) ?? KINDS)
    files.push({ kind, file: await benchFile(kind.recipe(run.quick ? kind.quickPages : kind.pages), run.log) });
  return withProduct(async (product) => {
    run.log('First sheet, warm-up');
    if (files[0]) await oneUpload(product, files[0].file);
    const figures: Figure[] = [];
    for (const { kind, file } of files) {
      const times: UploadTimes[] = [];
      for (let turn = 1; turn <= run.runs; turn++) {
        run.log(`First sheet of ${file.pages} pages of ${kind.title}, run ${turn} of ${run.runs}`);
        times.push(await oneUpload(product, file));
      }
      figures.push(...figuresOf(kind, file, times));
    }
    return figures;
  });
}

function figuresOf({ goals, title }: Kind, file: BenchFile, times: readonly UploadTimes[]): Figure[] {
  const row = (name: string, of: (one: UploadTimes) => number, atMost?: number): Figure => ({
    name: `${title}: ${name}`,
    unit: 's',
    values: times.map(of),
    ...(atMost !== undefined && { goal: { atMost } }),
  });
  return [
    row(`upload of ${Math.round(file.bytes / 1e6)} MB`, (one) => one.upload),
    row('end of upload to the first view of the first page', ({ view }) => view),
    row('end of upload to a tile of the first page in full', ({ first }) => first, goals.first),
    row(`end of upload to all ${file.pages} pages`, ({ whole }) => whole),
  ];
}

async function oneUpload(product: Product, file: BenchFile): Promise<UploadTimes> {
  const { client, projectId, stack } = product;
  const began = performance.now();
  const documentId = await upload(client, projectId, 'bench.pdf', await openAsBlob(file.path), 'sanborn_maps');
  const uploaded = performance.now();
  const since = (): number => (performance.now() - uploaded) / 1000;
  await startProcessing(client, projectId, documentId);
  let view: number | undefined;
  let first: number | undefined;
  for (;;) {
    const pages = await listPages(client, documentId);
    if (pages.some(({ status }) => status === 'failed')) throw new Error('a page of the file failed');
    const shown = pages.filter(({ status }) => status === 'ready');
    const [page] = shown;
    if (page?.tile_source && (view === undefined || (first === undefined && !page.preview))) {
      await fetchTile(stack.url, page.tile_source.Image);
      view ??= since();
      if (!page.preview) first = since();
    }
    const complete = shown.filter(({ preview }) => !preview).length;
    if (view !== undefined && first !== undefined && complete === file.pages) {
      const times = { upload: (uploaded - began) / 1000, view, first, whole: since() };
      await removeDocument(product, documentId);
      return times;
    }
    if (since() * 1000 > GIVE_UP_MS) throw new Error(`only ${complete} pages after ${GIVE_UP_MS / 1000} s`);
    await sleep(first === undefined ? POLL_MS.first : POLL_MS.others);
  }
}

export async function fetchTile(url: string, { Url, Format, Size }: TileImage): Promise<void> {
  const deepest = Math.ceil(Math.log2(Math.max(Number(Size.Width), Number(Size.Height))));
  const response = await fetch(new URL(`${Url}${deepest}/1_1.${Format}`, url));
  const bytes = await response.arrayBuffer();
  if (!response.ok || bytes.byteLength === 0) throw new Error(`the tile answered ${response.status}`);
}
