import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { NO_S3_SERVER } from '../dev/versitygw.js';
import { randomFor, shuffled } from '@symbio/fixtures/random';
import { benchFile, type BenchFile } from './bench-file.js';
import { inFolder, type BenchRun } from './bench-run.js';
import { withBenchStack } from './bench-stack.js';
import type { Figure } from './figures.js';
import { loadHttp, requestBytes } from './http-load.js';
import { BUCKET, FOLDER, openStores } from './tile-stores.js';
import { canMeasure, cpuSecondsOf } from './measured-process.js';
import { startNginx } from './nginx.js';
import { findPeer, missingNote } from './peers.js';
import { percentile } from './percentile.js';
import { ownRun } from './pipeline-bench.js';
import type { MadePage } from './pipeline-times.js';
import { colourScans } from './scans.js';
import { prefixOf, startTileServer } from './tile-server-process.js';

/** Goal of the pipeline's design: tiles a second over those of nginx. */
const LEAST_SHARE = 0.8;
/** Goal of the S3 store: p99 of tiles read from it over that of the folder. */
const MOST_S3_SHARE = 2;
const PAGES = 2;
const TILE_SIZE = 512;
/** What eight people's browsers open to one server. */
const CONNECTIONS = 48;
/** What one browser opens. */
const BROWSER_CONNECTIONS = 6;
/** Bytes of tiles that a server keeps which reads every tile from its store. */
const NO_TILES = 1;
const SECONDS = { warmUp: 1, counted: 8 } as const;
const QUICK_SECONDS = { warmUp: 0.5, counted: 2 } as const;

/** A tile of a page, by the levels of Deep Zoom. */
interface Tile {
  pageNumber: number;
  /** Below the prefix of the page's tiles. */
  path: string;
}

/** A server under load. */
interface Target {
  name: string;
  url: string;
  /** Of all tiles, in one order for every server. */
  paths: string[];
  /** Processor time that it has used so far. */
  cpuSeconds: () => number;
}

interface Measured {
  perSecond: number[];
  p50: number[];
  p99: number[];
  cpuMicroseconds: number[];
}

/**
 * Tiles a second, and how long the slowest hundredth waits, of the document service's file server, which cuts tiles
 * out of pyramids and checks signatures, beside nginx, which has the same bytes as files; then of the product as a
 * browser reaches it, through the gateway. Same tiles, same order, same load, turn by turn.
 */
export async function benchTiles(run: BenchRun): Promise<Figure[]> {
  const file = await benchFile(colourScans(PAGES), run.log);
  return inFolder(async (folder) => {
    run.log(`Making the tiles of ${file.pages} sheets`);
    const pyramids = path.join(folder, 'pages');
    const { pages } = (await ownRun(file, pyramids)).times;
    const tiles = shuffled(randomFor('tiles'), pages.flatMap(tilesOf));
    const server = await startTileServer(pathToFileURL(pyramids).href, pages);
    try {
      const own: Target = {
        name: 'file server',
        url: server.address.url,
        paths: tiles.map(({ pageNumber, path: tile }) => `${prefixOf(server.address, pageNumber)}${tile}`),
        cpuSeconds: () => cpuSecondsOf(server.pid),
      };
      const beside = await besideNginx(own, tiles, folder, run);
      const stores = await fromStores(pyramids, pages, tiles, folder, run);
      return [...beside, ...stores, ...(await throughGateway(file, tiles, run))];
    } finally {
      await server.stop();
    }
  });
}

/**
 * The same with every tile read from the store, as when more sheets are viewed than fit into memory: from the folder,
 * and from a bucket of a local S3 server. The first look is one browser opening sheets that are not cached.
 */
async function fromStores(
  pyramids: string,
  pages: readonly MadePage[],
  tiles: readonly Tile[],
  folder: string,
  run: BenchRun,
): Promise<Figure[]> {
  const stores = await openStores(pyramids, pages, folder);
  const measured = new Map<string, Measured>();
  const firstLooks = new Map<string, number[]>();
  try {
    for (let turn = 1; turn <= run.runs; turn++) {
      for (const { name, url } of stores.all) {
        // a server that has read nothing yet
        const server = await startTileServer(url, pages, NO_TILES);
        try {
          const target: Target = {
            name,
            url: server.address.url,
            paths: tiles.map(({ pageNumber, path: tile }) => `${prefixOf(server.address, pageNumber)}${tile}`),
            cpuSeconds: () => cpuSecondsOf(server.pid),
          };
          firstLooks.set(name, [...(firstLooks.get(name) ?? []), await firstLook(target)]);
          const into = measured.get(name) ?? empty();
          measured.set(name, into);
          await measure(target, into, run, turn);
        } finally {
          await server.stop();
        }
      }
    }
  } finally {
    await stores.stop();
  }
  const [own, s3] = [measured.get(FOLDER), measured.get(BUCKET)];
  const note = s3 ? undefined : NO_S3_SERVER;
  return [
    ...[...measured].flatMap(([name, figures]) => figuresOf(name, figures)),
    ...[...firstLooks].map(([name, values]) => ({
      name: `tiles, ${name}: p99 wait at the first look`,
      unit: 'ms',
      values,
    })),
    {
      name: 'tiles: p99 wait of S3 over that of the folder',
      unit: 'x',
      values: (s3?.p99 ?? []).map((p99, i) => p99 / (own?.p99[i] ?? NaN)),
      goal: { atMost: MOST_S3_SHARE },
      note,
    },
  ];
}

/** Each tile once, as many at a time as one browser asks for: the wait of the slowest hundredth, in milliseconds. */
async function firstLook({ url, paths }: Target): Promise<number> {
  const requests = paths.map((tile) => requestBytes(url, { path: tile }));
  let asked = 0;
  const load = await loadHttp({
    url,
    request: () => requests[asked++ % requests.length] ?? Buffer.alloc(0),
    connections: BROWSER_CONNECTIONS,
    status: 200,
    isOver: () => asked >= requests.length,
  });
  return percentile(load.latencies, 99) ?? NaN;
}

async function besideNginx(own: Target, tiles: readonly Tile[], folder: string, run: BenchRun): Promise<Figure[]> {
  const program = findPeer('nginx');
  const note = missingNote(['nginx']);
  const root = path.join(folder, 'files');
  const bytes = await saveTiles(own, tiles, root);
  const nginx = program ? await startNginx(program, root, path.join(folder, 'nginx')) : undefined;
  try {
    const peer: Target | undefined = nginx && {
      name: 'nginx',
      url: nginx.url,
      paths: tiles.map(({ pageNumber, path: tile }) => `/${pageNumber}/${tile}`),
      cpuSeconds: () => cpuSecondsOf(nginx.pid, { withChildren: true }),
    };
    if (peer) await compare(peer, bytes);
    const [ours, theirs] = [empty(), empty()];
    for (let turn = 1; turn <= run.runs; turn++) {
      await measure(own, ours, run, turn);
      if (peer) await measure(peer, theirs, run, turn);
    }
    return [
      ...figuresOf('file server', ours),
      ...figuresOf('nginx, same bytes as files', theirs, note),
      {
        name: 'tiles: our rate over that of nginx',
        unit: 'x',
        values: theirs.perSecond.map((rate, i) => (ours.perSecond[i] ?? NaN) / rate),
        goal: { atLeast: LEAST_SHARE },
        note,
      },
    ];
  } finally {
    await nginx?.stop();
  }
}

/** The same tiles through the whole product: gateway, then the document service. */
function throughGateway(file: BenchFile, tiles: readonly Tile[], run: BenchRun): Promise<Figure[]> {
  return withBenchStack(async (stack) => {
    run.log('Tiles through the gateway: uploading');
    const documentId = await stack.upload(file);
    await stack.process(documentId);
    run.log('Tiles through the gateway: waiting until the sheets are made and read');
    await stack.analysed(documentId);
    const prefixes = new Map(
      (await stack.pages(documentId)).map((page) => [page.page_number, page.tile_source?.Image.Url ?? '']),
    );
    const target: Target = {
      name: 'gateway',
      url: stack.url,
      paths: tiles.map(({ pageNumber, path: tile }) => `${prefixes.get(pageNumber)}${tile}`),
      cpuSeconds: () => [...stack.cpuSeconds().values()].reduce((sum, used) => sum + used, 0),
    };
    const measured = empty();
    await stack.rest();
    for (let turn = 1; turn <= run.runs; turn++) await measure(target, measured, run, turn);
    return figuresOf('through the gateway', measured);
  });
}

async function measure(target: Target, into: Measured, { quick, log, runs }: BenchRun, turn: number): Promise<void> {
  log(`Tiles, ${target.name}, run ${turn} of ${runs}`);
  const seconds = quick ? QUICK_SECONDS : SECONDS;
  // the warm-up is a load of its own, so that its processor time is not counted
  const requests = target.paths.map((tile) => requestBytes(target.url, { path: tile }));
  // each connection asks for the tiles in the same order, from another place of it
  const step = Math.floor(requests.length / CONNECTIONS);
  const during = (limit: number) =>
    loadHttp({
      url: target.url,
      request: (connection, count) => requests[(connection * step + count) % requests.length] ?? Buffer.alloc(0),
      connections: CONNECTIONS,
      status: 200,
      isOver: (state) => state.seconds >= limit,
    });
  await during(seconds.warmUp);
  const before = target.cpuSeconds();
  const load = await during(seconds.counted);
  into.perSecond.push(load.perSecond);
  into.p50.push(percentile(load.latencies, 50) ?? NaN);
  into.p99.push(percentile(load.latencies, 99) ?? NaN);
  if (canMeasure) into.cpuMicroseconds.push(((target.cpuSeconds() - before) / load.answered) * 1e6);
}

const empty = (): Measured => ({ perSecond: [], p50: [], p99: [], cpuMicroseconds: [] });

const figuresOf = (name: string, { perSecond, p50, p99, cpuMicroseconds }: Measured, note?: string): Figure[] => [
  { name: `tiles, ${name}: rate`, unit: '1/s', values: perSecond, note },
  { name: `tiles, ${name}: median wait`, unit: 'ms', values: p50, note },
  { name: `tiles, ${name}: p99 wait`, unit: 'ms', values: p99, note },
  { name: `tiles, ${name}: CPU of the server a tile`, unit: 'us', values: cpuMicroseconds, note },
];

/** All tiles of a page that fill a screen: the four deepest levels. */
function tilesOf({ pageNumber, width, height, format }: MadePage): Tile[] {
  const deepest = Math.ceil(Math.log2(Math.max(width, height)));
  const tiles: Tile[] = [];
  for (let level = deepest - 3; level <= deepest; level++) {
    const scale = 2 ** (deepest - level) * TILE_SIZE;
    for (let y = 0; y * scale < height; y++) {
      for (let x = 0; x * scale < width; x++) tiles.push({ pageNumber, path: `${level}/${x}_${y}.${format}` });
    }
  }
  return tiles;
}

/** Fetches every tile once and writes it as a file; answers the bytes by the path that nginx has them under. */
async function saveTiles(own: Target, tiles: readonly Tile[], root: string): Promise<Map<string, Buffer>> {
  const saved = new Map<string, Buffer>();
  for (const [i, { pageNumber, path: tile }] of tiles.entries()) {
    const name = `/${pageNumber}/${tile}`;
    const bytes = await fetchTile(`${own.url}${own.paths[i]}`);
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    saved.set(name, bytes);
  }
  return saved;
}

/** @throws Error unless the server answers the very same bytes */
async function compare(peer: Target, bytes: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [name, wanted] of bytes) {
    if (!(await fetchTile(`${peer.url}${name}`)).equals(wanted))
      throw new Error(`${peer.name} has other bytes of ${name}`);
  }
}

async function fetchTile(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
