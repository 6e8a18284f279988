import { EVENTS_STREAM } from '@symbio/events';
import { seedDemo } from '@symbio/fixtures/seed';
import type { Collection, Db } from 'mongodb';
import { withCleanup } from '../harness/cleanup.js';
import { storesOf } from '../harness/stack.js';
import { noJobs } from '../harness/world.js';
import { markdownTable } from '../markdown-table.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { GIVE_UP_MS, withProduct, type Product } from './product.js';
import {
  annotationsThatFit,
  FIRM,
  needOf,
  rowsInFirm,
  type CollectionSize,
  type Driver,
  type Need,
} from './scale/firm.js';
import { collectionsOf, sizeOf, timeOf } from './scale/measure.js';
import { QUERIES } from './scale/queries.js';

/** Copies of each collection; sizes of a row no longer change beyond. */
const ROWS = 50_000;
const QUICK_ROWS = 2_000;
/** Queries are also timed with so many fewer rows. */
const FEWER = 20;
/** Collections with fewer rows in the firm's year are left out. */
const FEW = 100_000;
/** Share of a year's projects that are worked on at once: an assessment takes about a quarter. */
const IN_WORK = 0.25;
/** Cache of one MongoDB server with 128 GB of memory: half of it less 1 GB. */
const CACHE_BYTES = 63e9;
const SERVICES = [
  'identity',
  'project',
  'document',
  'annotation',
  'feature',
  'job',
  'issue',
  'records',
  'reports',
  'audit',
];

/**
 * Fills databases with copies of the demonstration project, measures rows, indexes and queries, and computes what the
 * firm of docs/scale.md needs.
 */
export const benchScale = (run: BenchRun): Promise<Figure[]> =>
  withProduct(async (product) => {
    run.log('Filling in the demonstration project');
    await seedDemo({ url: product.stack.url, log: () => undefined });
    await noJobs(product.client, GIVE_UP_MS);
    return measure(product, run);
  });

const measure = ({ stack }: Product, run: BenchRun): Promise<Figure[]> =>
  withCleanup(async (cleanup) => {
    const { database, mongo, broker } = await storesOf(stack, cleanup);
    const most = run.quick ? QUICK_ROWS : ROWS;
    const copies = mongo.db('scale');
    const sample = await sampleOf(database);
    const sizes: CollectionSize[] = [];
    const figures: Figure[] = [];
    for (const service of SERVICES)
      for (const from of await collectionsOf(database(service))) {
        if (rowsInFirm(`${service}.${from.collectionName}`, await from.countDocuments(), sample) < FEW) continue;
        const into = copies.collection(`${service}_${from.collectionName}`);
        const size = await sizeOf(from, into, most);
        if (!size) continue;
        run.log(`${size.name}: ${Math.round(size.dataPerRow)} bytes a row`);
        sizes.push(size);
        figures.push(...(await queryFigures(size.name, from, into, most)));
        await into.drop();
      }
    const manager = await broker.connection.jetstreamManager();
    const { state } = await manager.streams.info(EVENTS_STREAM.name);
    const needs = sizes.map((size) => needOf(size, sample, IN_WORK)).sort((a, b) => b.indexBytes - a.indexBytes);
    run.log(`\n${tableOf(needs)}\n`);
    const sum = (of: (need: Need) => number): number => needs.reduce((total, need) => total + of(need), 0);
    const events = (state.messages / sample.annotations) * FIRM.annotations;
    const week = (events * (state.bytes / state.messages) * 7) / 365;
    const figure = (name: string, unit: string, value: number): Figure => ({ name, unit, values: [value] });
    return [
      ...figures,
      figure('firm, rows on disk', 'GB', sum(({ diskBytes }) => diskBytes) / 1e9),
      figure('firm, indexes', 'GB', sum(({ indexBytes }) => indexBytes) / 1e9),
      figure('firm, indexes that belong in memory', 'GB', sum(({ hotBytes }) => hotBytes) / 1e9),
      figure('firm, a week of events', 'GB', week / 1e9),
      figure('annotations whose indexes fit one server', 'million', annotationsThatFit(needs, CACHE_BYTES) / 1e6),
    ];
  });

async function sampleOf(database: (service: string) => Db): Promise<Record<Driver, number>> {
  const count = (service: string, collection: string) => database(service).collection(collection).countDocuments();
  return {
    annotations: await count('annotation', 'annotations'),
    pages: await count('document', 'pages'),
    documents: await count('document', 'documents'),
    projects: await count('project', 'projects'),
    people: await count('identity', 'users'),
  };
}

/** With all rows and with fewer. */
async function queryFigures(name: string, from: Collection, into: Collection, most: number): Promise<Figure[]> {
  const asked = QUERIES.filter(({ of }) => of === name);
  if (asked.length === 0) return [];
  const small = into.db.collection(`${into.collectionName}_small`);
  await sizeOf(from, small, most / FEWER);
  const figures: Figure[] = [];
  for (const query of asked) {
    const [few, many] = [await timeOf(query, small), await timeOf(query, into)];
    figures.push(
      { name: `${query.name}, p95`, unit: 'ms', values: [many.p95Ms] },
      { name: `${query.name}, over ${FEWER} times fewer rows`, unit: 'ratio', values: [many.p95Ms / few.p95Ms] },
      { name: `${query.name}, read a row of the answer`, unit: 'rows', values: [many.readPerRow], goal: { atMost: 2 } },
    );
  }
  await small.drop();
  return figures;
}

function tableOf(needs: readonly Need[]): string {
  const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);
  const rows = needs
    .filter(({ diskBytes, indexBytes }) => diskBytes + indexBytes > 1e8)
    .map(({ name, driver, rows: count, diskBytes, indexBytes, hotBytes }) => [
      ...[name, driver, (count / 1e6).toFixed(1)],
      ...[diskBytes, indexBytes, hotBytes].map(gigabytes),
    ]);
  return markdownTable([
    ['collection', 'follows', 'rows, million', 'disk, GB', 'indexes, GB', 'in memory, GB'],
    ...rows,
  ]);
}
