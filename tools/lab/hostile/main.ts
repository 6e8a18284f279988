// Program: `npm run hostile`. Sends hostile files, texts, operators, paths, frames and slow clients to the page engine
// and to a running stack with other people at work. `-- --help` lists the options.
import { corpusFolder } from '@symbio/page-engine/testing/corpus';
import { topology } from '@symbio/topology';
import { withCleanup } from '../harness/cleanup.js';
import { program } from '../../dev/program.js';
import { circumstances, publish } from '../harness/report.js';
import { BOMBS } from './engine/bombs.js';
import { corpusOf, mutantsOf, tryBombs, tryFiles, type HostileFile } from './engine/files.js';
import { tryPictures } from './engine/pictures.js';
import { readOptions, USAGE, type Options, type Part } from './options.js';
import { resultTable, type Result } from './report.js';
import { tryAnonymousForms } from './stack/anonymous-forms.js';
import { idsOf, tryOperators, tryTexts } from './stack/bodies.js';
import { tryBrowser } from './stack/browser.js';
import type { Ids } from './stack/requests.js';
import { deafListeners, listeners, slowBodies, slowHeaders, slowReaders } from './stack/slow.js';
import { attack, startTarget, type Attack, type Target } from './stack/target-stack.js';
import { tryUploads } from './stack/uploads.js';
import { tryFrames, tryOversize, tryPaths } from './stack/wire.js';

/** One in this many mutations and bombs is uploaded to the stack. */
const SAMPLE = { mutations: 20, bombs: 5 } as const;

type Scenario = [name: string, act: (target: Target, ids: Ids) => Promise<Attack>];

const every = <T>(items: readonly T[], step: number): T[] => items.filter((_, index) => index % step === 0);

const uploads = (files: readonly HostileFile[]): Scenario => [
  'through the stack',
  (target, ids) => tryUploads(target, ids['project_id'] ?? '', files),
];

const SCENARIOS: Readonly<Record<Part, (options: Options, corpus: string) => Promise<Scenario[]> | Scenario[]>> = {
  files: async ({ mutations, seed }, corpus) => {
    const files = await corpusOf(corpus);
    const originals = files.map(({ name, bytes }) => ({ name, make: () => bytes }));
    return [uploads([...originals, ...every(mutantsOf(files, mutations, seed), SAMPLE.mutations)])];
  },
  bombs: () => [uploads(every(BOMBS, SAMPLE.bombs))],
  text: () => [
    ['in every text of every body', tryTexts],
    ['in anonymous forms', tryAnonymousForms],
    ['in a browser', tryBrowser],
  ],
  operators: () => [['in every body and query', tryOperators]],
  paths: () => [
    ['that climb', tryPaths],
    ['oversize and malformed HTTP', tryOversize],
    [
      'frames of HTTP/2 and gRPC',
      (target) =>
        tryFrames(
          target,
          topology.filter(({ kind }) => kind === 'service').map(({ name }) => name),
        ),
    ],
  ],
  slow: () => [
    ['headers, 500 clients', slowHeaders],
    ['bodies, 500 clients', slowBodies],
    ['reading, 200 clients', slowReaders],
    ['1,000 live channels', listeners],
    ['200 live channels that do not read', deafListeners],
  ],
};

async function tryAll(options: Options, results: Result[]): Promise<void> {
  const { keep, mutations, parts, seed } = options;
  const corpus = options.corpus ?? corpusFolder('pdf');
  const add = (more: readonly Result[]): void => {
    results.push(...more);
    console.log(`\n${resultTable(more)}\n`);
  };
  if (parts.includes('files')) add(await tryFiles(corpus, mutations, seed, console.log));
  if (parts.includes('bombs')) {
    add(await tryBombs(console.log));
    add(await tryPictures(console.log));
  }
  await withCleanup(async (cleanup) => {
    const target = await startTarget(cleanup, keep);
    const ids = await idsOf(target);
    for (const part of parts)
      for (const [name, act] of await SCENARIOS[part](options, corpus))
        add([await attack(target, part, name, () => act(target, ids))]);
  });
}

async function main(options: Options): Promise<number> {
  const results: Result[] = [];
  try {
    await tryAll(options, results);
  } finally {
    publish(`${await circumstances()}\n\n${resultTable(results)}`, 'npm run hostile', options.write);
  }
  for (const { part, name, faults } of results) for (const fault of faults) console.log(`${part}, ${name}: ${fault}`);
  const bad = results.filter(({ faults }) => faults.length > 0).length;
  console.log(`${results.length - bad} passed, ${bad} failed`);
  return bad === 0 ? 0 : 1;
}

program(USAGE, readOptions, main);
