/** Checks a report from outside: a project made by the public API, and its files as a client downloads them. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { composeReport, verifyReport, type Evidence, type Manifest } from '@symbio/report';
import { misplacementOf, pixelsOf } from '@symbio/report/testing';
import { inTemporaryFolder } from '../harness/cleanup.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { withProduct, type Product } from './product.js';
import { cropOf, deliver, makeAssessed, photographOf } from './report/delivered.js';
import { outsideFigures } from './report/outside-programs.js';

/** Pixels between a mark and its annotation. */
const MISPLACED = 2.5;
const DAMAGED = ['report.pdf', 'report.docx', 'figures/figure-002.jpg', 'evidence.json', 'manifest.json'];

const json = async <T>(folder: string, name: string): Promise<T> =>
  JSON.parse(await readFile(path.join(folder, name), 'utf8')) as T;

export const benchDelivery = (run: BenchRun): Promise<Figure[]> =>
  withProduct((product) =>
    inTemporaryFolder('delivery', async (folder) => {
      run.log('Making a project by the public API');
      const narratives = await makeAssessed(product);
      const delivered = path.join(folder, 'delivered');
      await deliver(product, delivered);
      const evidence = await json<Evidence>(delivered, 'evidence.json');
      const manifest = await json<Manifest>(delivered, 'manifest.json');
      const faults = await verifyReport(delivered);
      for (const { code, message } of faults) run.log(`  ${code}: ${message}`);
      const cited = new Set(evidence.mentions.map(({ narrative }) => narrative));
      const unreviewed = manifest.figures.filter(({ reviewed }) => !reviewed).length;
      return [
        figure('faults of the delivered files', faults.length, { atMost: 0 }),
        figure('mentions that the report lacks', narratives.filter((one) => !cited.has(one)).length, { atMost: 0 }),
        figure('figures of marks', manifest.figures.length, { atLeast: 4 }),
        figure('figures without review, in their own appendix', unreviewed, { atLeast: 1 }),
        figure('photographs', manifest.photographs.length, { atLeast: 1 }),
        {
          ...figure('marks beside their annotations, at most', await misplacement(delivered, evidence, manifest)),
          ...{ unit: 'pixels', goal: { atMost: MISPLACED } },
        },
        figure('files that differ when composed again', await differing(product, folder, delivered), { atMost: 0 }),
        figure('damaged files found', await damageFound(folder, delivered), { atLeast: DAMAGED.length }),
        ...(await outsideFigures({ delivered, manifest, evidence, folder, log: run.log })),
      ];
    }),
  );

const figure = (name: string, value: number, goal?: NonNullable<Figure['goal']>): Figure => ({
  ...{ name, unit: '', values: [value] },
  ...(goal && { goal }),
});

async function misplacement(folder: string, evidence: Evidence, { figures }: Manifest): Promise<number> {
  const shapes = new Map(evidence.annotations.map(({ id, shape }) => [id, shape]));
  const found = await Promise.all(
    figures.map(async ({ file, annotation_id: id, ...shown }) => {
      const shape = shapes.get(id);
      return shape ? misplacementOf(await pixelsOf(await readFile(path.join(folder, file))), shown, shape) : Infinity;
    }),
  );
  return Math.max(...found);
}

/** Composes the evidence here, with sheets from the public API. */
async function differing(product: Product, folder: string, delivered: string): Promise<number> {
  const out = path.join(folder, 'again');
  const evidence = await json<Evidence>(delivered, 'evidence.json');
  const manifest = await composeReport({
    ...{ evidence, out },
    pictures: {
      crop: (request) => cropOf(product, request),
      photograph: (id) => photographOf(product, id),
    },
  });
  const { files } = await json<Manifest>(delivered, 'manifest.json');
  const hashes = new Map(manifest.files.map((file) => [file.path, file.sha256]));
  return files.filter((file) => hashes.get(file.path) !== file.sha256).length;
}

/** One bit in the middle of each file. */
async function damageFound(folder: string, delivered: string): Promise<number> {
  let found = 0;
  for (const [at, name] of DAMAGED.entries()) {
    const damaged = path.join(folder, `damaged-${at}`);
    await cp(delivered, damaged, { recursive: true });
    const bytes = await readFile(path.join(damaged, name));
    const middle = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    await writeFile(path.join(damaged, name), bytes);
    if ((await verifyReport(damaged)).length > 0) found += 1;
  }
  return found;
}
