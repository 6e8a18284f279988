import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { ApiClient } from '@symbio/fixtures/api-client';
import type { RunningStack } from '../../dev/stack.js';
import { withCleanup } from '../harness/cleanup.js';
import { cpuSecondsOf } from '../harness/processes.js';
import { clientOf, labStack, pidsOf, type LabStackOptions } from '../harness/stack.js';
import { makeProject, noJobs } from '../harness/world.js';
import { benchDir } from './bench-run.js';

/** Longest time for a document and all jobs that follow. */
export const GIVE_UP_MS = 1_200_000;

export interface Product {
  stack: RunningStack;
  client: ApiClient;
  projectId: string;
}

/** Node's own profiler in every process, which writes its file when the process ends. */
const profiling = (folder: string): string[] => ['--cpu-prof', `--cpu-prof-dir=${folder}`];

/**
 * Runs work on a product of its own.
 *
 * @param options.profile writes `.cpuprofile` files of its processes to .cache/bench/profiles, for Chromium's developer tools
 */
export const withProduct = <T>(
  work: (product: Product) => Promise<T>,
  { profile = false, ...options }: LabStackOptions & { profile?: boolean | undefined } = {},
): Promise<T> =>
  withCleanup(async (cleanup) => {
    const folder = path.join(benchDir, 'profiles');
    if (profile) mkdirSync(folder, { recursive: true });
    const nodeArgs = profile ? profiling(folder) : [];
    const stack = await labStack('bench', cleanup, {
      nodeArgs,
      ...options,
      env: { LOG_LEVEL: 'warn', ...options.env },
    });
    if (profile)
      console.log(
        `Profiles are written to ${folder}: ${pidsOf(stack)
          .map((one) => one.join(' '))
          .join(', ')}`,
      );
    const client = clientOf(stack, 'admin', cleanup);
    return work({ stack, client, projectId: await makeProject(client, 'Benchmark') });
  });

/** Including ended children. */
export const cpuSecondsByProcess = (stack: RunningStack): Map<string, number> =>
  new Map(pidsOf(stack).map(([name, pid]) => [name, cpuSecondsOf(pid)]));

/** Deletes a document and waits until no job is unfinished, so the next measurement has the machine. */
export async function removeDocument({ client }: Product, documentId: string): Promise<void> {
  await client.delete(`/api/documents/${documentId}`);
  await noJobs(client, GIVE_UP_MS);
}
