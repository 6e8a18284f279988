/** Opens hostile files with the page engine as a worker does: in a child process with limits. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPipelineRunner, DEFAULT_LIMITS, type FailedPage } from '@symbio/page-engine/pipeline';
import { randomFor } from '@symbio/fixtures/random';
import { descendants, Peaks } from '../memory.js';
import { counted, type Result } from '../report.js';
import { BOMBS } from './bombs.js';
import { endOf, faultOf, type Ending } from './judge.js';
import { mutant } from './mutate.js';

/** CPU milliseconds per page and for opening: a third of production, so that a run ends. */
const PAGE_MS = 10_000;
/** Timeout per document in milliseconds; a child that does not end soon after is a fault. */
const DOCUMENT_MS = 120_000;
const GRACE_MS = 30_000;
/** Memory of a child besides its data segment: programs and libraries. */
const PROGRAMS_MB = 300;
const LOOK_MS = 100;
/** Files at a time. */
const SIDE_BY_SIDE = 2;

interface HostileFile {
  name: string;
  make: () => Buffer;
}

interface Tried extends Ending {
  name: string;
  seconds: number;
}

/** Opens files two at a time. @param say called with each fault */
async function tryAll(
  part: string,
  name: string,
  files: readonly HostileFile[],
  say: (line: string) => void,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'symbio-hostile-'));
  const limits = { pageMs: PAGE_MS, openMs: PAGE_MS, documentMs: DOCUMENT_MS };
  const runner = createPipelineRunner(limits);
  const peaks = new Peaks(() => descendants(process.pid).map((pid) => [String(pid), pid] as const), LOOK_MS);
  const began = Date.now();
  const tried: Tried[] = [];
  const faults: string[] = [];
  const escaped = (error: unknown): void => void faults.push(`an error nobody caught: ${String(error)}`);
  process.on('uncaughtException', escaped).on('unhandledRejection', escaped);
  const open = async ({ name: called, make }: HostileFile, index: number): Promise<void> => {
    const file = path.join(folder, `${index}.pdf`);
    const outDir = path.join(folder, `${index}`);
    await writeFile(file, make());
    const ending: { made: number; failed: FailedPage[]; failure?: unknown } = { made: 0, failed: [] };
    const start = Date.now();
    await runner
      .run({
        file,
        outDir,
        category: 'sanborn_maps',
        previews: true,
        onPage: async (page) => {
          if (page.status === 'failed') ending.failed.push(page);
          else {
            if (!page.preview) ending.made++;
            // thousands of pages would fill the disk; a worker removes them, too
            await rm(path.join(outDir, path.dirname(page.pyramidFile)), { recursive: true, force: true });
          }
        },
      })
      .catch((error: unknown) => void (ending.failure = error));
    const one = { name: called, ...ending, seconds: (Date.now() - start) / 1000 };
    tried.push(one);
    const late = one.seconds * 1000 > DOCUMENT_MS + GRACE_MS ? `took ${one.seconds.toFixed(0)} s` : undefined;
    const fault = faultOf(one) ?? (endOf(one) === 'crashed' ? 'ended its child without a reason' : late);
    if (fault !== undefined) {
      faults.push(`${called}: ${fault}`);
      say(`  fault: ${called}: ${fault}`);
    }
    await rm(file, { force: true });
    await rm(outDir, { recursive: true, force: true });
  };
  const next = files.entries();
  try {
    await Promise.all(
      Array.from({ length: SIDE_BY_SIDE }, async () => {
        for (const [index, file] of next) await open(file, index);
      }),
    );
  } finally {
    await runner.close();
    process.off('uncaughtException', escaped).off('unhandledRejection', escaped);
    await rm(folder, { recursive: true, force: true });
  }
  const most = Math.max(0, ...peaks.stop().values());
  const bound = DEFAULT_LIMITS.memoryMb + PROGRAMS_MB;
  if (most > bound) faults.push(`a child held ${most.toFixed(0)} MB, more than ${bound}`);
  const slowest = [...tried].sort((a, b) => b.seconds - a.seconds)[0];
  return {
    part,
    name,
    tried: tried.length,
    answered: counted(tried.map(endOf)),
    faults,
    seen: `largest child ${most.toFixed(0)} MB; ${tried.reduce((sum, { failed }) => sum + failed.length, 0)} pages failed alone; slowest ${slowest?.seconds.toFixed(0) ?? 0} s (${slowest?.name ?? 'none'})`,
    seconds: (Date.now() - began) / 1000,
  };
}

/** The PDFs of a folder. @throws Error when it has none */
export async function corpusOf(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).sort();
  if (names.length === 0) throw new Error(`There is no PDF in ${folder}; CORPUS names another folder.`);
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(path.join(folder, name)) })));
}

/** Lazily damaged copies of a folder's files. */
export function mutantsOf(
  files: readonly { name: string; bytes: Buffer }[],
  count: number,
  seed: number,
): HostileFile[] {
  return Array.from({ length: count }, (_, index) => {
    const { name, bytes } = files[index % files.length] ?? { name: '', bytes: Buffer.alloc(0) };
    const other = files[(index * 7 + 3) % files.length]?.bytes ?? bytes;
    const make = () => mutant(name, { bytes, other }, randomFor('hostile', seed, index)).bytes;
    return { name: `mutation ${index} of ${name}`, make };
  });
}

/** All files of the corpus, and mutations of them. */
export async function tryFiles(
  folder: string,
  count: number,
  seed: number,
  say: (line: string) => void,
): Promise<Result[]> {
  const files = await corpusOf(folder);
  const whole = files.map(({ name, bytes }) => ({ name, make: () => bytes }));
  return [
    await tryAll('files', 'the corpus', whole, say),
    await tryAll('files', `mutations, seed ${seed}`, mutantsOf(files, count, seed), say),
  ];
}

/** Every bomb, kind by kind. */
export async function tryBombs(say: (line: string) => void): Promise<Result[]> {
  const results: Result[] = [];
  for (const of of new Set(BOMBS.map((bomb) => bomb.of)))
    results.push(
      await tryAll(
        'bombs',
        of,
        BOMBS.filter((bomb) => bomb.of === of),
        say,
      ),
    );
  return results;
}
