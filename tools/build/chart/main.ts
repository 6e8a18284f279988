/**
 * Program: `npm run test:chart`. Renders the chart with every set of values and checks it with whichever of Helm,
 * kube-score, kubeconform and a cluster is available; reports omissions.
 *
 *   npm run test:chart -- --update     rewrites the golden renders
 */
import { onPath } from '../../dev/paths.js';
import { difference, goldenText, readGolden, writeGolden } from './golden.js';
import { chartDir } from './chart-files.js';
import { effects } from './effects.js';
import { inCluster } from './in-cluster.js';
import { conforms } from './conforms.js';
import { mounted } from './mounted.js';
import { objectsOf, render, run, VALUE_SETS, valueArguments, type Findings, type Rendered } from './renders.js';
import { rolling } from './rolling.js';
import { refusals } from './refusals.js';
import { scored } from './scored.js';

const isUpdate = process.argv.includes('--update');

async function lint(): Promise<Findings> {
  const wrong: string[] = [];
  for (const set of VALUE_SETS)
    await run('helm', ['lint', '--strict', chartDir, '--kube-version', '1.30.0', ...valueArguments(set)]).catch(
      (error: Error) => wrong.push(`${set.name}: ${error.message}`),
    );
  return { wrong };
}

function golden(rendered: readonly Rendered[]): Findings {
  const kept = rendered.filter(({ set }) => !set.unkept);
  const wrong = kept.flatMap(({ set, objects }) => {
    const text = goldenText(set, objects);
    const before = readGolden(set);
    if (isUpdate) writeGolden(set, text);
    if (isUpdate || before === text) return [];
    return [
      `tools/build/chart/golden/${set.name}.yaml is not what the chart makes; npm run test:chart -- --update updates it.\n${difference(before ?? '', text)}`,
    ];
  });
  return { wrong };
}

async function main(): Promise<number> {
  if (!onPath('helm')) {
    console.log(
      'Left out: everything that needs Helm, which is not on the PATH. Unit tests check what the chart says of the code.',
    );
    return 0;
  }
  const rendered: Rendered[] = [];
  for (const set of VALUE_SETS) {
    const manifests = await render(set);
    rendered.push({ set, manifests, objects: objectsOf(manifests) });
  }
  const checks: [string, () => Promise<Findings> | Findings][] = [
    ['helm lint', lint],
    ['golden renders', () => golden(rendered)],
    ['wrong values', refusals],
    ['effects of values', effects],
    ['changed Secrets', rolling],
    ['folders of settings', () => mounted(rendered)],
    ['kube-score', () => scored(rendered)],
    ['kubeconform', () => conforms(rendered)],
    ['a cluster', () => inCluster(rendered)],
  ];
  let failed = 0;
  for (const [name, check] of checks) {
    const began = Date.now();
    const { wrong, leftOut } = await check();
    const seconds = `${((Date.now() - began) / 1000).toFixed(1)} s`;
    if (leftOut) console.log(`${name}: left out, ${leftOut}`);
    else console.log(`${name}: ${wrong.length === 0 ? 'well' : `${wrong.length} wrong`}, ${seconds}`);
    for (const each of wrong) console.log(each.replace(/^/gm, '  '));
    failed += wrong.length;
  }
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
