/** Imports a generated list of millions of records, and searches around properties where they are densest. */
import path from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { pick, randomFor, type Random } from '@symbio/fixtures/random';
import { openStores, type Stores } from '@symbio/operations/backup/stores';
import { addList, followImport } from '@symbio/operations/records';
import { newId } from '@symbio/runtime';
import { withCleanup } from '../harness/cleanup.js';
import { cpuSecondsOf, MemoryPeaks } from '../harness/processes.js';
import { pidsOf, scratchFolder } from '../harness/stack.js';
import { percentile } from '../harness/statistics.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { withProduct, type Product } from './product.js';

const ROWS = 3_000_000;
const QUICK_ROWS = 20_000;
const SEARCHES = 40;
const QUICK_SEARCHES = 4;
const ROWS_AT_ONCE = 1_000;
const SAMPLE_MS = 100;
/** Longitude and latitude of towns; each has an equal share of the records. */
const TOWNS: readonly (readonly [number, number])[] = [
  ...([
    [-73.957, 40.711],
    [-118.244, 34.052],
    [-87.63, 41.878],
    [-95.37, 29.76],
    [-112.074, 33.448],
  ] as const),
  ...([
    [-75.165, 39.953],
    [-98.494, 29.424],
    [-117.161, 32.716],
    [-96.797, 32.777],
    [-121.886, 37.338],
  ] as const),
  ...([
    [-97.743, 30.267],
    [-81.656, 30.332],
    [-83.0, 39.961],
    [-86.158, 39.768],
    [-122.419, 37.775],
  ] as const),
];
/** Standard deviation of the places in a town, in degrees: a large county. */
const SPREAD = { longitude: 0.065, latitude: 0.05 };
const HEADER = [
  ...['REGISTRY_ID', 'PRIMARY_NAME', 'LOCATION_ADDRESS', 'CITY_NAME', 'STATE_CODE', 'POSTAL_CODE', 'PGM_SYS_ACRNMS'],
  ...['INTEREST_TYPES', 'LATITUDE83', 'LONGITUDE83', 'ACCURACY_VALUE', 'COLLECT_DESC', 'HDATUM_DESC'],
];
const INTERESTS = [
  ...['SQG', 'SQG', 'SQG', 'VSQG', 'LQG', 'UNSPECIFIED UNIVERSE', 'UNDERGROUND STORAGE TANK', 'TRI REPORTER'],
  ...['BROWNFIELDS PROPERTY', 'SUPERFUND (NON-NPL)', 'SUPERFUND NPL', 'TSD', 'ICIS-NPDES NON-MAJOR'],
];

/** Of a normal distribution, by Box and Muller. */
const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

function rowOf(at: number, random: Random): string {
  const [longitude, latitude] = pick(random, TOWNS);
  const place = [
    (latitude + normal(random) * SPREAD.latitude).toFixed(7),
    (longitude + normal(random) * SPREAD.longitude).toFixed(7),
  ];
  const interest = pick(random, INTERESTS);
  return [
    ...[`111${String(at).padStart(9, '0')}`, `SITE ${at}`, `${(at % 9_000) + 1} MAIN ST`, 'TOWN', 'NY', '11211'],
    ...[
      `RCRAINFO:NYD${String(at).padStart(9, '0')}`,
      interest,
      ...place,
      '30',
      'ADDRESS MATCHING-HOUSE NUMBER',
      'NAD83',
    ],
  ].join(',');
}

async function* list(rows: number): AsyncGenerator<Buffer> {
  const random = randomFor(5, 'records');
  yield await Promise.resolve(Buffer.from(`${HEADER.join(',')}\n`));
  for (let at = 0; at < rows; at += ROWS_AT_ONCE) {
    const part = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - at) }, (_, index) => rowOf(at + index, random));
    yield Buffer.from(`${part.join('\n')}\n`);
  }
}

export const benchRecords = (run: BenchRun): Promise<Figure[]> =>
  withCleanup(async (cleanup) => {
    const dataDir = scratchFolder('records', cleanup);
    return withProduct(
      async (product) => {
        const { mongoUri, natsUrl } = product.stack;
        const blobUrl = pathToFileURL(path.join(dataDir, 'blobs')).href;
        const stores = await openStores({ mongoUri, natsUrl, blobUrl, accountsDir: undefined, natsReplicas: 1 });
        cleanup.push(() => stores.close());
        return [...(await measureImport(product, stores, run)), ...(await measureSearches(product, run))];
      },
      { dataDir },
    );
  });

async function measureImport({ stack }: Product, stores: Stores, { quick, log }: BenchRun): Promise<Figure[]> {
  const { blobs } = stores;
  if (!blobs) throw new Error('opened without the blob store');
  const pids = new Map(pidsOf(stack));
  const cpuOf = (name: string): number => cpuSecondsOf(pids.get(name) ?? 0);
  const rows = quick ? QUICK_ROWS : ROWS;
  const facts = { agency: '', source: '', licence: '', date: '', fileName: 'records.csv' };
  const id = await addList({ ...stores, blobs }, Readable.from(list(rows)), { name: 'Benchmark', ...facts });
  const peaks = new MemoryPeaks(() => pidsOf(stack), SAMPLE_MS);
  const before = { records: cpuOf('records'), mongodb: cpuOf('mongodb') };
  await followImport(stores.database('records'), id, { say: log, signal: new AbortController().signal });
  const peakMb = peaks.stop().get('records') ?? Number.NaN;
  const figure = (name: string, unit: string, value: number, atMost?: number): Figure => ({
    ...{ name: `import of ${rows.toLocaleString('en-US')} rows: ${name}`, unit, values: [value] },
    ...(atMost !== undefined && { goal: { atMost } }),
  });
  return [
    figure('CPU of the records service', 's', cpuOf('records') - before.records, 150),
    figure('CPU of MongoDB', 's', cpuOf('mongodb') - before.mongodb, 450),
    figure('memory of the records service at most', 'MB', peakMb, 250),
  ];
}

async function measureSearches({ client, projectId }: Product, { quick, log }: BenchRun): Promise<Figure[]> {
  const random = randomFor(7, 'searches');
  const path = `/api/public/projects/${projectId}`;
  const times: number[] = [];
  let most = 0;
  const count = quick ? QUICK_SEARCHES : SEARCHES;
  for (let at = 0; at < count; at++) {
    const [longitude, latitude] = pick(random, TOWNS);
    const [west, south] = [longitude + (random() - 0.5) / 50, latitude + (random() - 0.5) / 50];
    const [east, north] = [west + 0.004, south + 0.003];
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    await client.json('PUT', `${path}/boundary`, { geometry: { type: 'Polygon', coordinates: [ring] } });
    const begun = performance.now();
    const { data } = await client.post<{ data: { appeared: number } }>(`${path}/record-searches`, { id: newId() });
    times.push(performance.now() - begun);
    most = Math.max(most, data.appeared);
  }
  log(`A search finds up to ${most} records.`);
  return [
    { name: 'search, p50', unit: 'ms', values: [percentile(times, 50) ?? Number.NaN] },
    { name: 'search, p95', unit: 'ms', values: [percentile(times, 95) ?? Number.NaN], goal: { atMost: 300 } },
  ];
}
