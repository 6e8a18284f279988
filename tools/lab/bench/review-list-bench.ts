/** Times the reviewer's list of a project with many features and annotations. */
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { ellipse } from '@symbio/fixtures/samples';
import { newId } from '@symbio/runtime';
import pMap from 'p-map';
import { percentile, sumOf } from '../harness/statistics.js';
import { noJobs, pagesOf, processed } from '../harness/world.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { cpuSecondsByProcess, GIVE_UP_MS, withProduct, type Product } from './product.js';

const SIZE = { annotations: 5_000, features: 2_000, calls: 20 };
const QUICK_SIZE = { annotations: 100, features: 40, calls: 3 };
/** Of the server for one list. */
const GOAL_MS = 1_000;
const AT_ONCE = 16;
const BATCH = 100;
const STREETS = ['Kent', 'Locust', 'Franklin', 'Commercial', 'Oakland', 'Greenpoint', 'Havemeyer', 'Metropolitan'];
/** Parts of the report with a text that names the features. */
const TEXTS = ['executive_summary', 'historical_use', 'conclusions'];
const MOST_TEXT = 40_000;

export const benchReviewList = (run: BenchRun): Promise<Figure[]> =>
  withProduct(
    async (product) => {
      const size = run.quick ? QUICK_SIZE : SIZE;
      run.log(`Making ${size.annotations} annotations and ${size.features} features`);
      await fill(product, size);
      await noJobs(product.client, GIVE_UP_MS);
      const { client, projectId, stack } = product;
      const list = () => client.get<{ data: { rule: string }[] }>(`/api/public/projects/${projectId}/review-list`);
      const { data } = await list();
      run.log(`The list has ${data.map(({ rule }) => rule).join(', ')}.`);
      const times: number[] = [];
      const cpuSeconds = (): number => sumOf(cpuSecondsByProcess(stack).values());
      const before = cpuSeconds();
      for (let at = 0; at < size.calls; at++) {
        const began = performance.now();
        await list();
        times.push(performance.now() - began);
      }
      const cpuMs = ((cpuSeconds() - before) * 1_000) / size.calls;
      return [
        { name: 'list, p50', unit: 'ms', values: [percentile(times, 50) ?? NaN] },
        { name: 'list, p95', unit: 'ms', values: [percentile(times, 95) ?? NaN], goal: { atMost: GOAL_MS } },
        { name: 'list, CPU of all processes', unit: 'ms', values: [cpuMs] },
      ];
    },
    { profile: run.profile },
  );

async function fill({ client, projectId }: Product, size: typeof SIZE): Promise<void> {
  const { pdf } = await makeTestSheetPdf({ width: 1_600 });
  const documentId = await processed(client, projectId, 'sheet.pdf', pdf);
  const [page] = await pagesOf(client, documentId);
  if (!page) throw new Error('the sheet has no page');
  const features = Array.from({ length: size.features }, (_, at) => ({
    ...{ id: newId(), project_id: projectId, land_use: [] },
    name: `${STREETS[at % STREETS.length]} Works ${at}`,
  }));
  await pMap(features, (feature) => client.post('/api/public/features', feature), { concurrency: AT_ONCE });
  const marks = Array.from({ length: size.annotations }, (_, at) => ({
    ...{ id: newId(), document_id: documentId, document_page_id: page.id, content: `Building ${at}` },
    ...ellipse(100 + (at % 100) * 10, 100 + Math.floor(at / 100) * 10),
  }));
  await inBatches(client, 'annotations', marks);
  const mentions = marks.map((mark, at) => ({
    ...{ id: newId(), source_annotation_id: mark.id, confidence: 8, use_type: 'historical' },
    feature_of_interest_id: features[at % features.length]?.id ?? '',
    narrative: `The sheet has a building with the number ${at}.`,
  }));
  await inBatches(client, 'mentions', mentions);
  const judged = { kind: 'none', answers: [], reason: '400 ft off.', evidence: [] };
  await pMap(features, ({ id }) => client.post('/api/public/determinations', { ...judged, feature_id: id }), {
    concurrency: AT_ONCE,
  });
  const text = features
    .map(({ name }) => `The sheets show ${name} beside the property.`)
    .join(' ')
    .slice(0, MOST_TEXT);
  for (const key of TEXTS) await client.put(`/api/public/projects/${projectId}/report-sections/${key}`, {}, { text });
}

async function inBatches(client: Product['client'], kind: string, items: readonly object[]): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH)
    await client.post(`/api/public/${kind}/batch`, { items: items.slice(at, at + BATCH), mode: 'all' });
}
