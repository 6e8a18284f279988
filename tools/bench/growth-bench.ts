import { benchFile, type BenchFile } from './bench-file.js';
import { inFolder, type BenchRun } from './bench-run.js';
import { withBenchStack } from './bench-stack.js';
import type { Figure } from './figures.js';
import { growingFile } from './growing-files.js';
import { linearFit, marginalRatio } from './linear-fit.js';
import { canMeasure } from './measured-process.js';
import { notMeasured } from './peers.js';
import { ownRun } from './pipeline-bench.js';

const SIZES = [10, 100, 1000] as const;
const QUICK_SIZES = [5, 10, 20] as const;
/** A page of the longest file may cost so much more than one of the shortest; a square would make it 10. */
const MOST_GROWTH = 1.25;

interface Cost {
  pages: number;
  cpuSeconds: number;
  seconds: number;
  peakMb?: number;
  /** Processor seconds by process. */
  shares?: ReadonlyMap<string, number>;
}

/** Costs by pages, one list a turn. */
type Turns = Cost[][];

/**
 * What 10, 100 and 1,000 pages of the same sort cost: the page pipeline alone, and the whole product from the end of
 * an upload to the end of its job, where every record, event and progress report counts too.
 */
export async function benchGrowth(run: BenchRun): Promise<Figure[]> {
  if (!canMeasure)
    return notMeasured([{ name: 'growth', unit: '' }], 'Not measured: costs are read from /proc of Linux.');
  const files: BenchFile[] = [];
  for (const pages of run.quick ? QUICK_SIZES : SIZES) files.push(await benchFile(growingFile(pages), run.log));
  const pipeline: Turns = [];
  for (let turn = 1; turn <= run.runs; turn++) {
    const costs = [];
    for (const file of files) {
      run.log(`Growth of the pipeline, ${file.pages} pages, run ${turn} of ${run.runs}`);
      const { times, cpuSeconds, peakMb } = await inFolder((folder) => ownRun(file, folder));
      costs.push({ pages: file.pages, cpuSeconds, seconds: times.wholeSeconds, peakMb });
    }
    pipeline.push(costs);
  }
  return [...figuresOf('pipeline', pipeline), ...figuresOf('whole product', await productTurns(files, run))];
}

function productTurns(files: readonly BenchFile[], run: BenchRun): Promise<Turns> {
  return withBenchStack(async (stack) => {
    const turns: Turns = [];
    // turn 0 is not counted: every process has then worked once
    for (let turn = 0; turn <= run.runs; turn++) {
      const costs = [];
      for (const file of turn === 0 ? files.slice(0, 1) : files) {
        run.log(`Growth of the product, ${file.pages} pages, ${turn === 0 ? 'warm-up' : `run ${turn} of ${run.runs}`}`);
        const documentId = await stack.upload(file);
        const [cpu, began] = [stack.cpuSeconds(), performance.now()];
        await stack.finished(await stack.process(documentId));
        const seconds = (performance.now() - began) / 1000;
        const shares = new Map([...stack.cpuSeconds()].map(([name, used]) => [name, used - (cpu.get(name) ?? 0)]));
        const cpuSeconds = [...shares.values()].reduce((sum, used) => sum + used, 0);
        costs.push({ pages: file.pages, cpuSeconds, seconds, shares });
        await stack.remove(documentId);
      }
      if (turn > 0) turns.push(costs);
    }
    return turns;
  });
}

function figuresOf(what: string, turns: Turns): Figure[] {
  const lines = turns.map((costs) => linearFit(costs.map(({ pages, cpuSeconds }) => ({ x: pages, y: cpuSeconds }))));
  const growth = turns.map((costs) =>
    marginalRatio(costs.map(({ pages, cpuSeconds }) => ({ x: pages, y: cpuSeconds }))),
  );
  const sizes = turns[0]?.map(({ pages }) => pages) ?? [];
  const at = (i: number, value: (cost: Turns[number][number]) => number | undefined): number[] =>
    turns.flatMap((costs) => {
      const cost = costs[i];
      return (cost && value(cost)) ?? [];
    });
  return [
    ...sizes.flatMap((pages, i): Figure[] => [
      { name: `${what}: CPU of ${pages} pages`, unit: 's', values: at(i, (cost) => cost.cpuSeconds) },
      { name: `${what}: time of ${pages} pages`, unit: 's', values: at(i, (cost) => cost.seconds) },
      ...(at(i, (cost) => cost.peakMb).length > 0
        ? [{ name: `${what}: peak memory of ${pages} pages`, unit: 'MB', values: at(i, (cost) => cost.peakMb) }]
        : []),
    ]),
    { name: `${what}: slope, CPU of one more page`, unit: 'ms', values: lines.map(({ slope }) => slope * 1000) },
    { name: `${what}: CPU before the first page`, unit: 's', values: lines.map(({ intercept }) => intercept) },
    ...sharesOf(what, turns),
    {
      name: `${what}: a page at ${sizes.at(-1)} over a page at ${sizes[1]} (1 is linear)`,
      unit: 'x',
      values: growth,
      goal: { atMost: MOST_GROWTH },
    },
  ];
}

/** What one more page costs each process, between the two longest files. */
function sharesOf(what: string, turns: Turns): Figure[] {
  const names = [...(turns[0]?.at(-1)?.shares?.keys() ?? [])];
  return names.map((name) => ({
    name: `${what}: one more page in ${name}`,
    unit: 'ms',
    values: turns.flatMap((costs) => {
      const [shorter, longer] = costs.slice(-2);
      if (!shorter || !longer) return [];
      const more = (longer.shares?.get(name) ?? 0) - (shorter.shares?.get(name) ?? 0);
      return [(more / (longer.pages - shorter.pages)) * 1000];
    }),
  }));
}
