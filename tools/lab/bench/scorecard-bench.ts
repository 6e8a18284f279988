/** Reads the scorecard of a project with a hundred thousand decided proposals. */
import { newId } from '@symbio/runtime';
import { pick, randomFor, type Random } from '@symbio/fixtures/random';
import { withCleanup } from '../harness/cleanup.js';
import { storesOf } from '../harness/stack.js';
import { percentile } from '../harness/statistics.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { withProduct, type Product } from './product.js';

const DECISIONS = 100_000;
const QUICK_DECISIONS = 1_000;
const ROWS_AT_ONCE = 5_000;
const REQUESTS = 10;
const REJECTED = 0.3;
const YEARS = [1894, 1911, 1926, 1951];
const USES = ['dry_cleaner', 'gas_station', 'gas_holder_site'];
const MINUTE_MS = 60_000;

interface Row {
  _id: string;
  derivedFrom?: string;
}

/** A decided proposal, and the person's annotation if it was accepted. */
function decided(projectId: string, agents: readonly string[], random: Random): Row[] {
  const createdAt = new Date(Date.now() - Math.floor(random() * 1_000) * MINUTE_MS);
  const at = new Date(createdAt.getTime() + MINUTE_MS);
  const shape = { kind: 'ellipse', centerX: random() * 3_000, centerY: 100, radiusX: 30, radiusY: 20, theta: 0 };
  const [authorId, landUse] = [pick(random, agents), pick(random, USES)];
  const shared = {
    ...{ projectId, documentId: newId(), documentPageId: newId(), page: { width: 3_200, height: 3_800 }, shape },
    ...{ content: 'FILLING STA.', sheet: { kind: 'sanborn_map', year: pick(random, YEARS) }, creationHash: '' },
    ...{ rev: 1, createdAt, updatedAt: at, deletedAt: null, outbox: [] },
  };
  const claim = { at, landUse: [landUse], stands: true };
  const [id, copyId] = [newId(), newId()];
  const isRejected = random() < REJECTED;
  const by = { authorId: 'person', authorName: 'Person', at, shownAt: new Date(at.getTime() - 5_000) };
  const decision = isRejected
    ? { verdict: 'rejected', reason: 'A street', reasonCode: 'misread', copyId: '', ...by }
    : { verdict: 'accepted', reason: '', copyId, ...by };
  const proposal = {
    ...{ ...shared, _id: id, authorId, authorType: 'ai_agent', authorName: 'Benchmark 1' },
    ...{ claim: { ...claim, confidence: Math.floor(random() * 11) }, decisions: [decision] },
  };
  if (isRejected) return [proposal];
  const copy = { ...shared, _id: copyId, authorId: 'person', authorType: 'human', authorName: 'Person', claim };
  return [proposal, { ...copy, derivedFrom: id }];
}

async function fill({ stack, projectId }: Product, count: number): Promise<void> {
  await withCleanup(async (cleanup) => {
    const { database } = await storesOf(stack, cleanup);
    const annotations = database('annotation').collection<Row>('annotations');
    const random = randomFor(11, 'scorecard');
    const agents = [newId(), newId(), newId()];
    for (let at = 0; at < count; at += ROWS_AT_ONCE) {
      const some = Array.from({ length: Math.min(ROWS_AT_ONCE, count - at) }, () => decided(projectId, agents, random));
      await annotations.insertMany(some.flat(), { ordered: false });
    }
  });
}

export const benchScorecard = ({ quick, log }: BenchRun): Promise<Figure[]> =>
  withProduct(async (product) => {
    const count = quick ? QUICK_DECISIONS : DECISIONS;
    log(`Writing ${count.toLocaleString('en-US')} decided proposals`);
    await fill(product, count);
    const measured = async (name: string, query: string): Promise<Figure> => {
      const times: number[] = [];
      for (let at = 0; at < REQUESTS; at++) {
        const begun = performance.now();
        await product.client.get(`/api/public/agents/scorecard?${query}`);
        times.push(performance.now() - begun);
      }
      return {
        ...{ name: `scorecard of ${count.toLocaleString('en-US')} decisions, ${name}, p50`, unit: 'ms' },
        ...{ values: [percentile(times, 50) ?? Number.NaN], goal: { atMost: 1_000 } },
      };
    };
    const project = `project_id=${product.projectId}`;
    return [
      await measured('of a project', project),
      await measured('of all projects', ''),
      await measured('by land use', `${project}&group_by=land_use`),
    ];
  });
