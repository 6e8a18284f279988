import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeProgram } from '../dev/paths.js';
import type { RunningStack } from '../dev/stack.js';
import { benchDir } from './bench-run.js';
import { flameOf, flameSvg, sharesOf, type CpuProfile } from './cpu-profile.js';

/** Where profiles are put; those of the run before are written over. */
const profilesDir: string = path.join(benchDir, 'profiles');

/** What a stack is started with, so that its processes can be profiled. */
export function profilable(): { nodeArgs: string[]; env: Record<string, string> } {
  mkdirSync(profilesDir, { recursive: true });
  const [profiler = ''] = nodeProgram('bench/profiler').slice(-1);
  return { nodeArgs: ['--import', pathToFileURL(profiler).href], env: { BENCH_PROFILES: profilesDir } };
}

/** Packages that took less of the time are not listed. */
const LEAST_SHARE = 0.01;
const POLL_MS = 100;
const WRITTEN_WITHIN_MS = 30_000;

/**
 * Profiles processes of a stack while `work` runs. Writes `<what>-<process>.cpuprofile` (for the developer tools of
 * Chromium, or speedscope) and a picture beside it, and says which package took how much.
 */
export async function profiling(
  stack: RunningStack,
  processes: readonly string[],
  what: string,
  log: (line: string) => void,
  work: () => Promise<unknown>,
): Promise<void> {
  const signal = (): void => {
    for (const name of processes) process.kill(stack.pid(name) ?? 0, 'SIGUSR2');
  };
  const written = (name: string): string => path.join(profilesDir, `${name}.cpuprofile`);
  for (const name of processes) rmSync(written(name), { force: true });
  signal();
  await work();
  signal();
  const end = Date.now() + WRITTEN_WITHIN_MS;
  for (const name of processes) {
    while (!existsSync(written(name))) {
      if (Date.now() > end) throw new Error(`${name} wrote no profile`);
      await sleep(POLL_MS);
    }
    const text = readFileSync(written(name), 'utf8');
    rmSync(written(name));
    const own = path.join(profilesDir, `${what}-${name}`);
    writeFileSync(`${own}.cpuprofile`, text);
    const flame = flameOf(JSON.parse(text) as CpuProfile);
    writeFileSync(`${own}.svg`, flameSvg(flame, `${what}: ${name}, by package, time in which it ran`));
    log(`\n${what}, ${name}: share of the time in which it ran`);
    for (const { name: one, share } of sharesOf(flame))
      if (share >= LEAST_SHARE) log(`  ${(share * 100).toFixed(1).padStart(5)} %  ${one}`);
  }
}
