import { projectFields } from '@symbio/fixtures/samples';
import { enter, launchChromium } from '../harness/browser.js';
import type { Item } from '../harness/world.js';
import { Person } from './assessment/person.js';
import { SMALL, vendorFile, WHOLE } from './assessment/vendor-file.js';
import { walk } from './assessment/walk.js';
import type { BenchRun } from './bench-run.js';
import type { Figure } from './figures.js';
import { GIVE_UP_MS, withProduct, type Product } from './product.js';

/** Interactions from the package to the issued report. */
const GOAL = 300;
const BOUNDARY = [
  [-73.9757, 40.7359],
  [-73.9747, 40.7359],
  [-73.9747, 40.7369],
  [-73.9757, 40.7369],
  [-73.9757, 40.7359],
];

/** Interactions and seconds of each step from a vendor's package to an issued report, in Chromium. */
export const benchAssessment = async (run: BenchRun): Promise<Figure[]> => {
  const { pdf, pages } = await vendorFile(run.quick ? SMALL : WHOLE);
  run.log(`A package of ${pages} pages`);
  return withProduct((product) => measured(product, pdf, run.log));
};

async function measured({ client, stack }: Product, pdf: Buffer, log: BenchRun['log']): Promise<Figure[]> {
  const { data: project } = await client.post<{ data: Item }>('/api/public/projects', projectFields('Standard case'));
  const geometry = { type: 'Polygon', coordinates: [BOUNDARY] };
  await client.put(`/api/public/projects/${project.id}/boundary`, {}, { geometry });
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ baseURL: stack.url, viewport: { width: 1440, height: 900 } });
    context.setDefaultTimeout(GIVE_UP_MS);
    await enter(context, 'admin@symbio.test');
    const person = new Person(await context.newPage());
    await walk({ person, projectId: project.id, client, conditions: [], log }, pdf);
    return figuresOf(person);
  } finally {
    await browser.close();
  }
}

function figuresOf({ steps }: Person): Figure[] {
  const total = steps.reduce((sum, { interactions }) => sum + interactions, 0);
  return [
    ...steps.flatMap(({ name, interactions, seconds }): Figure[] => [
      { name, unit: 'interactions', values: [interactions] },
      { name: `${name}: waiting`, unit: 's', values: [seconds] },
    ]),
    { name: 'package to issued report', unit: 'interactions', values: [total], goal: { atMost: GOAL } },
  ];
}
