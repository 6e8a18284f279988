/** Opens hostile files with the page engine as a worker does: in a child process with limits. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { createPipelineRunner, DEFAULT_LIMITS, type FailedPage } from '@symbio/page-engine/pipeline';
import { counted } from '../../harness/report.js';
import { measured, type Result } from '../report.js';
import { BOMBS } from './bombs.js';
import { endOf, faultOf, type Ending } from './judge.js';
import { mutant } from './mutate.js';

/** CPU milliseconds per page and for opening: a third of production, so a run ends. */
const PAGE_MS = 10_000;
/** Timeout per document in milliseconds; a child that does not end soon after is a fault. */
const DOCUMENT_MS = 120_000;
const GRACE_MS = 30_000;
/** Memory of a child besides its data segment: programs and libraries. */
const PROGRAMS_MB = 380;
const CONCURRENCY = 2;
/** Distance of the seeds of two runs, more than the mutations of one. */
const SEEDS = 1_000_003;

export interface HostileFile {
  name: string;
  make: () => Buffer;
}

type Say = (line: string) => void;

/** Opens files two at a time. @param say called with each fault */
const tryAll = (part: string, name: string, files: readonly HostileFile[], say: Say): Promise<Result> =>
  measured({ part, name, mostMb: DEFAULT_LIMITS.memoryMb + PROGRAMS_MB }, say, async (folder, add) => {
    const runner = createPipelineRunner({ pageMs: PAGE_MS, openMs: PAGE_MS, documentMs: DOCUMENT_MS });
    const endings: (Ending & { name: string; seconds: number })[] = [];
    const escaped = (error: unknown): void => add(`an uncaught error: ${String(error)}`);
    process.on('uncaughtException', escaped).on('unhandledRejection', escaped);
    const open = async ({ name: called, make }: HostileFile, index: number): Promise<void> => {
      const [file, outDir] = [path.join(folder, `${index}.pdf`), path.join(folder, `${index}`)];
      await writeFile(file, make());
      const ending: { made: number; failed: FailedPage[]; failure?: unknown } = { made: 0, failed: [] };
      const start = Date.now();
      await runner
        .run({
          ...{ file, outDir, category: 'sanborn_maps', previews: true },
          onPage: async (page) => {
            if (page.status === 'failed') return void ending.failed.push(page);
            if (!page.preview) ending.made++;
            // thousands of pages would fill the disk; a worker removes them, too
            await rm(path.join(outDir, path.dirname(page.pyramidFile)), { recursive: true, force: true });
          },
        })
        .catch((error: unknown) => void (ending.failure = error));
      const seconds = (Date.now() - start) / 1000;
      endings.push({ ...ending, name: called, seconds });
      const late = seconds * 1000 > DOCUMENT_MS + GRACE_MS ? `took ${seconds.toFixed(0)} s` : undefined;
      const fault = faultOf(ending) ?? (endOf(ending) === 'crashed' ? 'ended its child without a reason' : late);
      if (fault !== undefined) add(`${called}: ${fault}`);
      await rm(file, { force: true });
      await rm(outDir, { recursive: true, force: true });
    };
    try {
      await pMap(files, open, { concurrency: CONCURRENCY });
    } finally {
      await runner.close();
      process.off('uncaughtException', escaped).off('unhandledRejection', escaped);
    }
    const slowest = [...endings].sort((a, b) => b.seconds - a.seconds)[0];
    const alone = endings.reduce((sum, { failed }) => sum + failed.length, 0);
    return {
      tried: endings.length,
      answered: counted(endings.map(endOf)),
      seen: `${alone} pages failed alone; slowest ${slowest?.seconds.toFixed(0) ?? 0} s (${slowest?.name ?? 'none'})`,
    };
  });

/** The PDFs of a folder. @throws Error when it has none */
export async function corpusOf(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).sort();
  if (names.length === 0) throw new Error(`There is no PDF in ${folder}; CORPUS names another folder.`);
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(path.join(folder, name)) })));
}

/** Lazily damaged copies of a folder's files. */
export const mutantsOf = (
  files: readonly { name: string; bytes: Buffer }[],
  count: number,
  seed: number,
): HostileFile[] =>
  Array.from({ length: count }, (_, index) => {
    const { name, bytes } = files[index % files.length] ?? { name: '', bytes: Buffer.alloc(0) };
    const other = files[(index * 7 + 3) % files.length]?.bytes ?? bytes;
    const make = () => mutant(name, { bytes, other }, seed * SEEDS + index).bytes;
    return { name: `mutation ${index} of ${name}`, make };
  });

export async function tryFiles(folder: string, count: number, seed: number, say: Say): Promise<Result[]> {
  const files = await corpusOf(folder);
  const originals = files.map(({ name, bytes }) => ({ name, make: () => bytes }));
  return [
    await tryAll('files', 'the corpus', originals, say),
    await tryAll('files', `mutations, seed ${seed}`, mutantsOf(files, count, seed), say),
  ];
}

export async function tryBombs(say: Say): Promise<Result[]> {
  const results: Result[] = [];
  for (const kind of new Set(BOMBS.map((bomb) => bomb.of)))
    results.push(
      await tryAll(
        'bombs',
        kind,
        BOMBS.filter(({ of }) => of === kind),
        say,
      ),
    );
  return results;
}
