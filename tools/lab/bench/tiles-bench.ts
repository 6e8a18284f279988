import { openAsBlob } from 'node:fs';
import { randomFor, shuffled } from '@symbio/fixtures/random';
import { requestBytes } from '../harness/http-load.js';
import { listPages, noJobs, reaches, startProcessing, upload, type PageItem } from '../harness/world.js';
import { benchFile } from './bench-file.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { LoadFigures } from './measured-load.js';
import { cpuSecondsByProcess, GIVE_UP_MS, withProduct } from './product.js';
import { colourScans } from '@symbio/fixtures/corpora/scans';

const PAGES = 2;
/** Connections of the browsers of eight people to one server. */
const CONNECTIONS = 48;

/** Paths of all tiles of a page that fill a screen: the four deepest levels. */
function tilesOf({ tile_source: source }: PageItem): string[] {
  if (!source) throw new Error('a page has no tiles');
  const { Url, Format, Size, TileSize } = source.Image;
  const [width, height] = [Number(Size.Width), Number(Size.Height)];
  const deepest = Math.ceil(Math.log2(Math.max(width, height)));
  const tiles: string[] = [];
  for (let level = deepest - 3; level <= deepest; level++) {
    const side = 2 ** (deepest - level) * Number(TileSize);
    for (let y = 0; y * side < height; y++)
      for (let x = 0; x * side < width; x++) tiles.push(`${Url}${level}/${x}_${y}.${Format}`);
  }
  return tiles;
}

/** Tiles a second, and how long the slowest hundredth waits, through the gateway from the document service. */
export async function benchTiles(run: BenchRun): Promise<Figure[]> {
  const file = await benchFile(colourScans(PAGES), run.log);
  return withProduct(
    async ({ client, projectId, stack }) => {
      run.log(`Tiles of ${file.pages} sheets: uploading and waiting until they are made and read`);
      const documentId = await upload(client, projectId, 'bench.pdf', await openAsBlob(file.path), 'sanborn_maps');
      await startProcessing(client, projectId, documentId);
      await reaches(client, documentId, ['analysis_complete'], GIVE_UP_MS);
      await noJobs(client, GIVE_UP_MS);
      const pages = await listPages(client, documentId);
      const requests = shuffled(randomFor('tiles'), pages.flatMap(tilesOf)).map((path) =>
        requestBytes(stack.url, { path }),
      );
      // each connection sends the same sequence from another place of it
      const step = Math.floor(requests.length / CONNECTIONS);
      const figures = new LoadFigures();
      for (let turn = 1; turn <= run.runs; turn++) {
        run.log(`Tiles, run ${turn} of ${run.runs}`);
        const request = (connection: number, count: number): Buffer =>
          requests[(connection * step + count) % requests.length] ?? Buffer.alloc(0);
        const cpuSeconds = (): ReadonlyMap<string, number> => cpuSecondsByProcess(stack);
        await figures.measure({ url: stack.url, request, connections: CONNECTIONS, status: 200, cpuSeconds }, run);
      }
      return figures.rows('tiles, through the gateway', 'tile');
    },
    { profile: run.profile },
  );
}
