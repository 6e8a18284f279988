// Program: `npm run hostile`. Sends hostile files, texts, operators, paths, frames and slow clients to the page engine
// and to a running stack with other people at work. `-- --help` lists the options.
import fs from 'node:fs';
import { corpusFolder } from '@symbio/page-engine/testing/corpus';
import { StartError } from '../dev/start-error.js';
import { reportOf, withReport } from '../drills/page.js';
import { Undoing } from '../drills/undoing.js';
import { topology } from '@symbio/topology';
import { BOMBS } from './engine/bombs.js';
import { corpusOf, mutantsOf, tryBombs, tryFiles } from './engine/files.js';
import { tryPictures } from './engine/pictures.js';
import { readOptions, usage, type Options, type Part } from './options.js';
import { table, type Result } from './report.js';
import { idsOf, tryOperators, tryTexts } from './stack/bodies.js';
import { tryBrowser } from './stack/browser.js';
import { tryDoors } from './stack/doors.js';
import { hostile, prepare, type Ground, type Tried } from './stack/ground.js';
import type { Ids } from './stack/requests.js';
import { deafListeners, listeners, slowBodies, slowHeaders, slowReaders } from './stack/slow.js';
import { tryUploads } from './stack/uploads.js';
import { tryFrames, tryOversize, tryPaths } from './stack/wire.js';

/** One in this many mutations and bombs is uploaded to the stack. */
const SAMPLE = 20;

type Try = (ground: Ground, ids: Ids) => Promise<Tried>;
type Upload = { name: string; make: () => Buffer };

const uploads =
  (files: readonly Upload[]): Try =>
  (ground, ids) =>
    tryUploads(ground, ids['project_id'] ?? '', files);

/** Attempts on a stack, by part. */
async function tries({ corpus, mutations, seed }: Options & { corpus: string }, part: Part): Promise<[string, Try][]> {
  switch (part) {
    case 'files': {
      const files = await corpusOf(corpus);
      const sample = mutantsOf(files, mutations, seed).filter((_, index) => index % SAMPLE === 0);
      return [
        ['through the stack', uploads([...files.map(({ name, bytes }) => ({ name, make: () => bytes })), ...sample])],
      ];
    }
    case 'bombs':
      return [['through the stack', uploads(BOMBS.filter((_, index) => index % (SAMPLE / 4) === 0))]];
    case 'text':
      return [
        ['in every text of every body', tryTexts],
        ['in forms that anybody may send', tryDoors],
        ['in a browser', tryBrowser],
      ];
    case 'operators':
      return [['in every body and query', tryOperators]];
    case 'paths': {
      const services = topology.filter(({ kind }) => kind === 'service').map(({ name }) => name);
      return [
        ['that climb', tryPaths],
        ['oversize and malformed HTTP', tryOversize],
        ['frames of HTTP/2 and gRPC', (ground) => tryFrames(ground, services)],
      ];
    }
    case 'slow':
      return [
        ['headers, 500 clients', slowHeaders],
        ['bodies, 500 clients', slowBodies],
        ['reading, 200 clients', slowReaders],
        ['1,000 live channels', listeners],
        ['200 live channels that do not read', deafListeners],
      ];
  }
}

async function tryAll(options: Options, results: Result[]): Promise<void> {
  const corpus = options.corpus ?? corpusFolder('pdf');
  const keep = (more: readonly Result[]): void => {
    results.push(...more);
    console.log(`\n${table(more)}\n`);
  };
  if (options.parts.includes('files')) keep(await tryFiles(corpus, options.mutations, options.seed, console.log));
  if (options.parts.includes('bombs')) {
    keep(await tryBombs(console.log));
    keep(await tryPictures(console.log));
  }
  const undoing = new Undoing();
  const interrupt = (): void => void undoing.all().then(() => process.exit(1));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const ground = await prepare(undoing, options.keep);
    const ids = await idsOf(ground);
    for (const part of options.parts)
      for (const [name, act] of await tries({ ...options, corpus }, part))
        keep([await hostile(ground, part, name, (at) => act(at, ids))]);
  } finally {
    await undoing.all();
  }
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    console.log(usage());
    return 0;
  }
  const results: Result[] = [];
  try {
    await tryAll(options, results);
  } finally {
    const report = await reportOf(table(results));
    console.log(`\n${report}`);
    if (options.write !== undefined)
      fs.writeFileSync(options.write, withReport(fs.readFileSync(options.write, 'utf8'), report, 'npm run hostile'));
  }
  const faults = results.flatMap(({ part, name, faults: found }) => found.map((fault) => `${part}, ${name}: ${fault}`));
  for (const fault of faults) console.log(fault);
  const bad = results.filter(({ faults: found }) => found.length > 0).length;
  console.log(`${results.length - bad} passed, ${bad} failed`);
  return bad === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  },
);
